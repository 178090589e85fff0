/** A call that somebody is asked about. */
interface AskedCall {
  readonly tool: string;
  readonly providerCallId?: string | undefined;
}

/** How many questions are remembered. */
const MAX_QUESTIONS = 10_000;

/**
 * Which definition and authority of a tool people were asked about, by the call. Frameworks remember its name and arguments
 * only. What another process asked is not known here.
 */
export class AskedTools {
  readonly #digests = new Map<string, string | undefined>();

  /** The first answer stands: some frameworks ask again when they go on. */
  remember(call: AskedCall, digests: string | undefined): void {
    const key = keyOf(call);
    if (key === undefined || this.#digests.has(key)) return;
    this.#digests.set(key, digests);
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > MAX_QUESTIONS && oldest !== undefined) this.#digests.delete(oldest);
  }

  /** Whether a call, which is about to be run, was asked about with other digests. Forgets the question. */
  takeIsOther(call: AskedCall, digests: string | undefined): boolean {
    const key = keyOf(call) ?? '';
    const isOther = this.#digests.has(key) && this.#digests.get(key) !== digests;
    this.#digests.delete(key);
    return isOther;
  }
}

function keyOf({ tool, providerCallId }: AskedCall): string | undefined {
  return providerCallId === undefined ? undefined : JSON.stringify([tool, providerCallId]);
}
