/** Who asks for a call. Made by the host from what it has authenticated, never from what a model says. */
export interface Caller {
  /** Stable and unique inside the tenant: a person, an agent, a key. */
  readonly id: string;
  /** For people who look at its calls, as it was when a call was made; at most 512 characters. Never compared with anything. */
  readonly name?: string | undefined;
  /** @default 'default' */
  readonly tenant?: string | undefined;
  /** What the caller holds; compared with a tool's `requires`. @default [] */
  readonly scopes?: readonly string[] | undefined;
}
