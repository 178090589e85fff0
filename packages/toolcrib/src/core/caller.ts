/** Who asks for a call. Made by the host from what it has authenticated, never from what a model says. */
export interface Caller {
  /** Stable and unique inside the tenant: a person, an agent, a key. */
  readonly id: string;
  /** @default 'default' */
  readonly tenant?: string | undefined;
  /** What the caller holds; compared with a tool's `requires`. @default [] */
  readonly scopes?: readonly string[] | undefined;
}
