/** From where to where the numbers of a start go, both included. */
export const serveLimits = {
  isolateThreads: { min: 1, max: 256 },
  isolateMemoryMb: { min: 16, max: 65_536 },
  maxMcpResultBytes: { min: 32_768, max: 67_108_864 },
  /** Up to the longest delay of a timer. */
  mcpTaskAfterMs: { min: 1, max: 2_147_483_647 },
} as const satisfies Readonly<Record<string, { readonly min: number; readonly max: number }>>;
