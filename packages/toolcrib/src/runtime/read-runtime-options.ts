import type { Caller } from '../core/caller.ts';
import { ConfigError, ToolcribError } from '../core/errors.ts';
import { isPlainObject } from '../core/json.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import type { CallRecord } from './call-record.ts';
import { systemClock } from './clock.ts';
import { MIN_KEY_BYTES } from './gates/approval.ts';
import { boundLedger } from './ledger/bound-ledger.ts';
import { memoryLedger } from './ledger/memory-ledger.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { defaultPolicy } from './policy/default-policy.ts';
import { createRandomIds } from './random-ids.ts';
import { redactCredentials } from './render/redact-credentials.ts';
import { keepText } from './render/redactor.ts';
import type { FaultListener, RuntimeGateOptions, RuntimeOptions } from './runtime-options.ts';
import { memoryArtifactStore } from './spool/memory-artifact-store.ts';

const optionNames: ReadonlySet<string> = new Set<keyof RuntimeOptions>([
  'resolver',
  'policy',
  'gates',
  'ledger',
  'artifacts',
  'limits',
  'telemetry',
  'caller',
  'renewCaller',
  'isSameOrigin',
  'owner',
  'redact',
  'onFault',
  'clock',
  'randomId',
]);
const gateNames: ReadonlySet<string> = new Set<keyof RuntimeGateOptions>(['keys']);
const limitNames: ReadonlySet<string> = new Set(Object.keys(defaultLimits));
const MAX_COUNT = 2_147_483_647;
const MAX_NAME_LENGTH = 512;

/** The options with their defaults, checked. @throws ConfigError `E_INVALID_OPTION` that names the option. */
export function readRuntimeOptions(options: RuntimeOptions) {
  if (typeof options !== 'object' || options === null) throw invalid('resolver', 'is required');
  requireKnownOptions(options, optionNames);
  const { resolver, ledger, onFault } = options;
  requireMethods('resolver', resolver, ['resolve', 'list']);
  if (ledger !== undefined && ledger !== false) {
    requireMethods('ledger', ledger, ['insert', 'replace', 'get', 'find', 'prune']);
    if (typeof ledger.isDurable !== 'boolean') throw invalid('ledger', 'must say whether it isDurable');
  }
  requireOptional(options);
  const clock = options.clock ?? systemClock;
  const randomId = options.randomId ?? createRandomIds(clock);
  const limits = readLimits(options.limits);
  return {
    resolver,
    policy: options.policy ?? defaultPolicy,
    keys: readKeys(options.gates),
    ledger: ledger ? boundLedger(ledger, { clock, timeoutMs: limits.timeoutMs }) : memoryLedger(),
    recordsEveryCall: ledger !== false,
    artifacts: options.artifacts ?? memoryArtifactStore(),
    limits,
    telemetry: options.telemetry,
    defaultCaller: readCaller('caller', options.caller === undefined ? { id: 'anonymous' } : options.caller),
    renewCaller: options.renewCaller,
    isSameOrigin: options.isSameOrigin,
    owner: options.owner ?? randomId(),
    redact: options.redact === false ? keepText : (options.redact ?? redactCredentials),
    onFault: quiet(onFault ?? warn),
    clock,
    randomId,
  };
}

const callerNames: ReadonlySet<string> = new Set<keyof Caller>(['id', 'name', 'tenant', 'scopes']);

/** A caller as the runtime keeps it: a frozen copy. */
export function readCaller(option: string, caller: Caller): Caller {
  requireKnownOptions(caller, callerNames, `${option}.`);
  const { id, name, tenant, scopes }: Partial<Caller> = caller;
  if (typeof id !== 'string' || id === '') throw invalid(option, 'needs an id');
  if (name !== undefined && !(typeof name === 'string' && name.length <= MAX_NAME_LENGTH)) {
    throw invalid(option, `has a name that is no text of at most ${MAX_NAME_LENGTH} characters`);
  }
  if (tenant !== undefined && (typeof tenant !== 'string' || tenant === '')) {
    throw invalid(option, 'has a tenant that is no text');
  }
  if (
    scopes !== undefined &&
    !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))
  ) {
    throw invalid(option, 'has scopes that are no list of texts');
  }
  return Object.isFrozen(caller) && (scopes === undefined || Object.isFrozen(scopes))
    ? caller
    : Object.freeze({
        id,
        ...(name && { name }),
        ...(tenant && { tenant }),
        ...(scopes && { scopes: Object.freeze([...scopes]) }),
      });
}

export function invalid(option: string, problem: string): ConfigError {
  return new ConfigError('E_INVALID_OPTION', `The option ${option} ${problem}.`, { context: { option } });
}

/** @throws ConfigError `E_INVALID_OPTION` that names the option and what it lacks. */
export function requireMethods(option: string, value: unknown, methods: readonly string[]): void {
  const object = Object(value) as Record<string, unknown>;
  const missing = methods.find((method) => typeof object[method] !== 'function');
  if (missing !== undefined) throw invalid(option, `needs a method ${missing}`);
}

function requireOptional(options: RuntimeOptions): void {
  if (options.redact !== undefined && options.redact !== false && typeof options.redact !== 'function')
    throw invalid('redact', 'must be a function or false');
  for (const option of ['policy', 'renewCaller', 'isSameOrigin', 'onFault', 'randomId'] as const) {
    if (options[option] !== undefined && typeof options[option] !== 'function')
      throw invalid(option, 'must be a function');
  }
  if (options.artifacts !== undefined) requireMethods('artifacts', options.artifacts, ['put', 'get']);
  if (options.telemetry !== undefined) requireMethods('telemetry', options.telemetry, ['startCall']);
  if (options.clock !== undefined)
    requireMethods('clock', options.clock, ['now', 'elapsed', 'setTimer', 'clearTimer']);
  if (options.owner !== undefined && (typeof options.owner !== 'string' || options.owner === '')) {
    throw invalid('owner', 'must be a text that is not empty');
  }
}

function readKeys(gates: RuntimeGateOptions = {}): readonly Uint8Array[] {
  const { keys = [] } = readObject('gates', gates);
  requireKnownOptions(gates, gateNames, 'gates.');
  if (Array.isArray(keys) && keys.every((key) => key instanceof Uint8Array && key.length >= MIN_KEY_BYTES)) {
    // A Buffer's own `slice` would share its memory.
    return keys.map((key) => new Uint8Array(key));
  }
  throw invalid('gates.keys', `must be a list of keys of at least ${MIN_KEY_BYTES} bytes`);
}

function readObject<Value extends object>(option: string, value: Value): Value {
  if (isPlainObject(value)) return value;
  throw invalid(option, 'must be an object');
}

function readLimits(given: Partial<Limits> = {}): Limits {
  const limits = readObject('limits', given);
  requireKnownOptions(limits, limitNames, 'limits.');
  for (const [name, value] of Object.entries(limits)) {
    const min = name === 'graceMs' || name === 'maxQueued' || name === 'previewBytes' ? 0 : 1;
    if (value !== undefined && !(Number.isInteger(value) && value >= min && value <= MAX_COUNT)) {
      throw invalid(`limits.${name}`, `must be a whole number from ${min} to ${MAX_COUNT}`);
    }
  }
  const set = Object.entries(limits).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...defaultLimits, ...Object.fromEntries(set) });
}

function quiet(report: FaultListener): FaultListener {
  return (error, record) => {
    try {
      report(error, record);
    } catch {
      // Whoever is told of faults has no one else to tell.
    }
  };
}

function warn(error: unknown, record?: CallRecord): void {
  const phase = record?.details().phase;
  // What a tool throws is the business of its author; the host learns of it by the record.
  if (phase === 'execute' || phase === 'check-result') return;
  const code = error instanceof ToolcribError ? error.code : 'an error';
  const where = phase === undefined ? 'outside of any call' : `in the phase "${phase}" of a call`;
  // biome-ignore lint/suspicious/noConsole: the one place where a host that asked for nothing learns of a fault
  console.warn(`toolcrib: ${code} ${where}; give the runtime an onFault to see it.`);
}
