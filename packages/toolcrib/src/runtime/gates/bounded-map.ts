/** More than this is not kept: then the oldest are forgotten. */
const MAX_KEPT = 10_000;

/** What is kept of the gates that were last dealt with. */
export class BoundedMap<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    const [oldest] = this.keys();
    if (this.size >= MAX_KEPT && oldest !== undefined) this.delete(oldest);
    return super.set(key, value);
  }
}
