import { canonicalJson } from '../core/canonical-json.ts';
import { ConfigError } from '../core/errors.ts';
import { hashJson } from '../core/hash-json.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import { contentDigest } from '../runtime/content-digest.ts';
import type { CallGuard, GuardedCall } from '../runtime/policy/call-guard.ts';
import { allow, deny } from '../runtime/policy/policy.ts';
import { isSameOutcome } from './is-same-outcome.ts';
import type { RepeatedCall, RepeatPolicy } from './repeat-policy.ts';

/** What is known of equal calls. */
class Repeats {
  readonly invocationIds: string[] = [];
  readonly #call: GuardedCall;
  #key: string | undefined;

  constructor(call: GuardedCall) {
    this.#call = call;
  }

  /** The same for equal calls. Few calls need it: their hashes tell most of them apart. */
  get key(): string {
    this.#key ??= keyOf(this.#call);
    return this.#key;
  }
}

/** Longer arguments are remembered by their digest. */
const MAX_KEY_LENGTH = 256;

/** Counts equal calls of one turn, and asks a policy about those that were made before. */
export class RepeatGuard {
  readonly #policy: RepeatPolicy;
  /** Those whose arguments have the same hash are together. */
  readonly #byHash = new Map<number, Repeats[]>();
  readonly #ended = new Map<string, CallRecord>();
  /** Those that were not made, because the policy denied them. */
  readonly #denied = new Set<string>();

  constructor(policy: RepeatPolicy) {
    this.#policy = policy;
  }

  readonly guard: CallGuard = (call) => {
    const { invocationIds } = this.#find(call);
    // A call that has waited is asked about again, and is no repeat of itself.
    const known = invocationIds.indexOf(call.invocationId);
    const count = known === -1 ? invocationIds.length : known;
    const earlier = count === 0 ? [] : invocationIds.slice(0, count);
    if (known === -1) invocationIds.push(call.invocationId);
    if (count === 0) return allow();
    const decision = this.#policy(this.#describe(call, earlier));
    if (decision?.verdict === 'deny') this.#denied.add(call.invocationId);
    return decision;
  };

  /** To be told of every call that has ended. */
  note(record: CallRecord): void {
    this.#ended.set(record.invocationId, record);
  }

  /** Results are looked at only now: few calls are repeats. */
  #describe({ tool }: GuardedCall, earlier: readonly string[]): RepeatedCall {
    const count = earlier.length;
    const made = earlier.filter((invocationId) => !this.#denied.has(invocationId));
    const ended = earlier.flatMap((invocationId) => this.#ended.get(invocationId) ?? []);
    const last = ended.at(-1);
    if (tool.effect !== 'read') return { tool, count, unchangedCount: made.length, last };
    const answers = made.flatMap((invocationId) => this.#ended.get(invocationId) ?? []);
    const latest = answers.at(-1);
    const lastOther = answers.findLastIndex((record) => latest && !isSameOutcome(record, latest));
    return { tool, count, unchangedCount: made.length - lastOther - 1, last };
  }

  #find(call: GuardedCall): Repeats {
    const made = new Repeats(call);
    const hash = hashJson(call.args);
    const others = this.#byHash.get(hash);
    if (others === undefined) {
      this.#byHash.set(hash, [made]);
      return made;
    }
    const known = others.find(({ key }) => key === made.key);
    if (known === undefined) others.push(made);
    return known ?? made;
  }
}

/**
 * Denies a call that was made so often in the same turn, with the same arguments, and tells the model why. A tool that only
 * reads may be called again as long as it gives something else each time.
 *
 * @throws ConfigError `E_INVALID_OPTION`
 */
export function limitRepeats(max: number): RepeatPolicy {
  if (!(typeof max === 'number' && max >= 1)) {
    throw new ConfigError('E_INVALID_OPTION', 'limitRepeats() needs a number from 1.', {
      context: { option: 'max' },
    });
  }
  return ({ tool, unchangedCount }) => {
    if (unchangedCount < max) return allow();
    const what = tool.effect === 'read' ? 'times in a row without a change' : 'times';
    const advice = 'use what it gave, or do something else';
    return deny(`this very call was made ${unchangedCount} ${what} in this turn already; ${advice}`);
  };
}

function keyOf({ tool, args }: GuardedCall): string {
  const { name: toolName, version: toolVersion } = tool;
  const text = canonicalJson(args);
  if (text.length > MAX_KEY_LENGTH) return contentDigest({ toolName, toolVersion, args });
  return `${toolName} ${toolVersion ?? ''} ${text}`;
}
