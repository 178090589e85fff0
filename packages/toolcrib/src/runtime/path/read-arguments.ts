import type { CheckOutcome } from '../../core/issue.ts';
import { copyJson, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import type { Awaitable } from '../awaitable.ts';
import type { Call } from '../call.ts';
import type { RuntimeParts } from '../parts.ts';
import { checkArguments } from '../tool-phases.ts';
import { bounded } from './bounded.ts';
import type { Ending } from './ending.ts';
import { parseArguments } from './parse-json.ts';
import { cutOff, invalidArguments, toolFailed } from './problems.ts';

/** Arguments that the schema of the tool has accepted: what its handler gets. */
export interface AcceptedArguments {
  readonly value: unknown;
}

/** Parses the arguments once, and has the tool's schema check them. Every failing field is told. */
export function readArguments(
  parts: RuntimeParts,
  call: Call,
  tool: Tool,
): Awaitable<AcceptedArguments | Ending> {
  if (call.isTruncated) return cutOff(call);
  const json = readJson(parts, call.rawArgs);
  if (!json.ok) return invalidArguments(call, json.issues);
  call.args = json.value;
  let checking: Awaitable<CheckOutcome<unknown>>;
  try {
    checking = checkArguments(tool, json.value);
  } catch (cause) {
    return toolFailed(call, { cause, sideEffect: 'none' });
  }
  if (!(checking instanceof Promise)) return judge(call, checking);
  return bounded(parts, call, checking).then(
    (outcome) => ('value' in outcome ? judge(call, outcome.value) : outcome.ending),
    (cause: unknown) => toolFailed(call, { cause, sideEffect: 'none' }),
  );
}

function judge(call: Call, outcome: CheckOutcome<unknown>): AcceptedArguments | Ending {
  return outcome.ok ? outcome : invalidArguments(call, outcome.issues);
}

function readJson(parts: RuntimeParts, raw: unknown): CheckOutcome<JsonObject> {
  const outcome: CheckOutcome<JsonValue> =
    typeof raw === 'string'
      ? parseArguments(raw, { maxChars: parts.limits.maxArgumentChars })
      : copyJson(raw);
  if (!outcome.ok) return outcome;
  return isJsonObject(outcome.value)
    ? { ok: true, value: outcome.value }
    : { ok: false, issues: [{ path: [], message: 'must be an object with the arguments' }] };
}
