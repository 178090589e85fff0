/** The limits of a runtime. Times are in milliseconds. */
export interface Limits {
  /** Deadline of a call whose tool sets none. @default 30_000 */
  readonly timeoutMs: number;
  /** How long a handler that looks at its signal may take to stop after it was aborted. @default 250 */
  readonly graceMs: number;
  /** How long a gate stays open if neither it nor its tool sets a time. @default 900_000, a quarter of an hour */
  readonly gateTimeoutMs: number;
  /** How many calls of one tool may run at once, in each tenant. @default 256 */
  readonly maxConcurrent: number;
  /** How many calls of one tool may wait for their turn, in each tenant. @default 4_096 */
  readonly maxQueued: number;
  /**
   * How much of the places and of the queue of one tool the calls of one caller may take, in percent; at least one place.
   * Callers who wait take turns in any case. @default 100
   */
  readonly maxCallerPercent: number;
  /** How many gates may be open for the calls of one caller. @default 10_000 */
  readonly maxOpenGates: number;
  /** How many characters the text of arguments may have. @default 1_048_576 */
  readonly maxArgumentChars: number;
  /** Results with more bytes are stored, and the model gets a preview and a handle. @default 32_768 */
  readonly maxInlineBytes: number;
  /** How many bytes of a stored result the model sees. @default 2_048 */
  readonly previewBytes: number;
  /** Results with more bytes are invalid. @default 67_108_864, 64 MiB */
  readonly maxResultBytes: number;
}

/** The limits of a runtime that sets none. */
export const defaultLimits: Limits = Object.freeze({
  timeoutMs: 30_000,
  graceMs: 250,
  gateTimeoutMs: 900_000,
  maxConcurrent: 256,
  maxQueued: 4_096,
  maxCallerPercent: 100,
  maxOpenGates: 10_000,
  maxArgumentChars: 1_048_576,
  maxInlineBytes: 32_768,
  previewBytes: 2_048,
  maxResultBytes: 67_108_864,
});
