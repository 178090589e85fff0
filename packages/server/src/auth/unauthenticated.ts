import { ToolcribError } from 'toolcrib';

const MESSAGE = 'Who are you? Give a valid key or token in the header "Authorization: Bearer …".';
/** Of a text that an unverified token says. */
const MAX_CHARS = 200;

/** Why a key or token was refused. For the log of the operator: callers are told nothing of it. */
export type RefusalFacts = {
  /** One of a fixed number of texts. */
  readonly reason: string;
  /** A configured issuer; of `claimedIssuer`, nothing is known but that a token says so. */
  readonly issuer?: string;
  readonly claimedIssuer?: string;
  /** Of a token whose signature was right. */
  readonly subject?: string | undefined;
  readonly keyId?: string | undefined;
  /** What is wrong in detail; never the key or token. */
  readonly detail?: string | undefined;
};

/** Kept as the `cause` of an `E_UNAUTHENTICATED`. */
class Refusal {
  readonly facts: RefusalFacts;

  constructor(facts: RefusalFacts) {
    const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_CHARS) : undefined);
    const { reason, issuer } = facts;
    const texts = Object.entries(facts).map(([name, value]) => [name, cut(value)]);
    this.facts = Object.freeze({ ...Object.fromEntries(texts), reason, ...(issuer && { issuer }) });
  }
}

/**
 * That a request is nobody's, for a reason if it has a key or token. The text is the same whatever was wrong; the log has the
 * reason. Only of a request that was somebody's when it began, another text says that.
 */
export function unauthenticated(refusal?: RefusalFacts, message: string = MESSAGE): ToolcribError {
  return new ToolcribError('E_UNAUTHENTICATED', message, refusal && { cause: new Refusal(refusal) });
}

/** Why an error says that a request is nobody's; undefined if it does not know, or says something else. */
export function refusalOf(error: unknown): RefusalFacts | undefined {
  return error instanceof ToolcribError && error.cause instanceof Refusal ? error.cause.facts : undefined;
}
