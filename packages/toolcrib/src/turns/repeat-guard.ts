import { canonicalJson } from '../core/canonical-json.ts';
import { ConfigError } from '../core/errors.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import { contentDigest } from '../runtime/content-digest.ts';
import type { CallGuard, GuardedCall } from '../runtime/policy/call-guard.ts';
import { allow, deny } from '../runtime/policy/policy.ts';
import type { RepeatPolicy } from './repeat-policy.ts';

/** What is known of equal calls. */
interface Repeats {
  count: number;
  last: CallRecord | undefined;
}

/** Longer arguments are remembered by their digest. */
const MAX_KEY_LENGTH = 256;

/** Counts equal calls of one turn, and asks a policy about those that were made before. */
export class RepeatGuard {
  readonly #policy: RepeatPolicy;
  readonly #byContent = new Map<string, Repeats>();
  /** Those that are being made, by invocation id. */
  readonly #pending = new Map<string, Repeats>();

  constructor(policy: RepeatPolicy) {
    this.#policy = policy;
  }

  readonly guard: CallGuard = (call) => {
    const key = keyOf(call);
    const repeats = this.#byContent.get(key);
    if (repeats === undefined) {
      const first = { count: 1, last: undefined };
      this.#byContent.set(key, first);
      this.#pending.set(call.invocationId, first);
      return allow();
    }
    const { count, last } = repeats;
    repeats.count++;
    this.#pending.set(call.invocationId, repeats);
    return this.#policy({ tool: call.tool, count, last });
  };

  /** To be told of every call that has ended. */
  note(record: CallRecord): void {
    const repeats = this.#pending.get(record.invocationId);
    if (repeats === undefined) return;
    repeats.last = record;
    this.#pending.delete(record.invocationId);
  }
}

/**
 * Denies a call that was made so often in the same turn, with the same arguments, and tells the model why.
 *
 * @throws ConfigError `E_INVALID_OPTION`
 */
export function limitRepeats(max: number): RepeatPolicy {
  if (!(typeof max === 'number' && max >= 1)) {
    throw new ConfigError('E_INVALID_OPTION', 'limitRepeats() needs a number from 1.', {
      context: { option: 'max' },
    });
  }
  return ({ count }) =>
    count < max
      ? allow()
      : deny(
          `this very call was made ${count} times in this turn already; use what it gave, or do something else`,
        );
}

function keyOf({ tool, args }: GuardedCall): string {
  const { name: toolName, version: toolVersion } = tool;
  const text = canonicalJson(args);
  if (text.length > MAX_KEY_LENGTH) return contentDigest({ toolName, toolVersion, args });
  return `${toolName} ${toolVersion ?? ''} ${text}`;
}
