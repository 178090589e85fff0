/** A value now, or later. What is there already is not waited for: a call in memory stays fast. */
export type Awaitable<Value> = Value | Promise<Value>;
