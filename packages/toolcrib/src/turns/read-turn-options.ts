import type { ArtifactKind } from '../artifacts/artifact-kind.ts';
import { findSharedName, isArtifactKind } from '../artifacts/check-kinds.ts';
import { defaultArtifactKinds } from '../artifacts/default-kinds.ts';
import { isPlainObject } from '../core/json.ts';
import { requireKnownOptions } from '../core/require-known-options.ts';
import { requireSignal } from '../core/require-signal.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import { CallRecord } from '../runtime/call-record.ts';
import { invalid, requireMethods } from '../runtime/read-runtime-options.ts';
import { createRuntime, type Runtime } from '../runtime/runtime.ts';
import { type BaselineSource, createBaselineSource } from './baseline.ts';
import { assertFreeNames } from './discovery/assert-free-names.ts';
import type { DiscoveryParts } from './discovery/discovery-parts.ts';
import { readDiscovery } from './discovery/read-discovery.ts';
import { EventRouter } from './event-router.ts';
import type { Middleware } from './middleware.ts';
import { Pipeline } from './pipeline.ts';
import { limitRepeats } from './repeat-guard.ts';
import type { RunnerParts } from './runner-parts.ts';
import { defaultTurnLimits, type TurnLimits } from './turn-limits.ts';
import type { TurnOptions, TurnPipelines, TurnRunnerOptions } from './turn-runner-options.ts';

const optionNames: ReadonlySet<string> = new Set<keyof TurnRunnerOptions>([
  'executor',
  'tools',
  'overlay',
  'system',
  'runtime',
  'pipelines',
  'limits',
  'artifactKinds',
  'repeats',
  'discovery',
]);
const turnOptionNames: ReadonlySet<string> = new Set<keyof TurnOptions>([
  'caller',
  'messages',
  'earlierCalls',
  'signal',
  'system',
  'limits',
  'parentTurnId',
  'onEvent',
]);
const pipelineNames: ReadonlySet<string> = new Set<keyof TurnPipelines>([
  'turnInput',
  'dispatchInput',
  'dispatchOutput',
  'turnOutput',
]);

const limitNames: ReadonlySet<string> = new Set(Object.keys(defaultTurnLimits));

/** The options with their defaults, checked. @throws ConfigError `E_INVALID_OPTION` that names the option. */
export function readTurnRunnerOptions(options: TurnRunnerOptions): RunnerParts {
  if (typeof options !== 'object' || options === null) throw invalid('executor', 'is required');
  requireKnownOptions(options, optionNames, '');
  const { executor, overlay, system, repeats } = options;
  requireMethods('executor', executor, ['run']);
  if (overlay !== undefined && overlay !== 'open' && overlay !== 'narrow') {
    throw invalid('overlay', 'must be open or narrow');
  }
  if (system !== undefined && typeof system !== 'string') throw invalid('system', 'must be a text');
  if (repeats !== undefined && typeof repeats !== 'function') throw invalid('repeats', 'must be a function');
  const discovery = readDiscovery(options.discovery, executor);
  const kinds = readKinds(options.artifactKinds);
  const baseline = createBaselineSource(options);
  if (discovery !== undefined) requireFreeNames(discovery, baseline, kinds);
  const runtime = readRuntime(options, baseline.resolver);
  const { clock, onFault } = runtime.host;
  return Object.freeze({
    ...readPipelines(options.pipelines),
    executor,
    baseline,
    system,
    runtime,
    limits: Object.freeze({ ...defaultTurnLimits, ...readTurnLimits(options.limits) }),
    kinds,
    discovery,
    repeats: repeats ?? limitRepeats(8),
    router: new EventRouter(runtime),
    clock,
    onFault,
  });
}

/** The options of one turn, checked as far as nobody else does. @throws ConfigError `E_INVALID_OPTION` */
export function readTurnOptions(options: TurnOptions): TurnOptions {
  if (typeof options !== 'object' || options === null) throw invalid('options', 'must be an object');
  requireKnownOptions(options, turnOptionNames, '');
  const { parentTurnId, system, earlierCalls, onEvent, signal } = options;
  if (parentTurnId !== undefined && (typeof parentTurnId !== 'string' || parentTurnId === '')) {
    throw invalid('parentTurnId', 'must be a text that is not empty');
  }
  if (system !== undefined && typeof system !== 'string') throw invalid('system', 'must be a text');
  if (earlierCalls !== undefined && !(Array.isArray(earlierCalls) && earlierCalls.every(isRecord)))
    throw invalid('earlierCalls', 'must be an array of records');
  if (onEvent !== undefined && typeof onEvent !== 'function') throw invalid('onEvent', 'must be a function');
  requireSignal(signal);
  return options;
}

function isRecord(value: unknown): boolean {
  return value instanceof CallRecord;
}

/** The limits that are given. @throws ConfigError `E_INVALID_OPTION` that names the limit. */
function readTurnLimits(given: Partial<TurnLimits> = {}): Partial<TurnLimits> {
  if (!isPlainObject(given)) throw invalid('limits', 'must be an object');
  requireKnownOptions(given, limitNames, 'limits.');
  const limits: { -readonly [Name in keyof TurnLimits]?: number } = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || !isLimit(name)) continue;
    const isCount = value === Number.POSITIVE_INFINITY || name !== 'maxIterations' || Number.isInteger(value);
    if (!(typeof value === 'number' && value >= 1 && isCount))
      throw invalid(`limits.${name}`, 'must be a number from 1');
    limits[name] = value;
  }
  return limits;
}

/** The lower of two, limit by limit. */
export function lowerLimits(limits: TurnLimits, given: Partial<TurnLimits> | undefined): TurnLimits {
  if (given === undefined) return limits;
  const lower = readTurnLimits(given);
  const min = (name: keyof TurnLimits) => Math.min(limits[name], lower[name] ?? Number.POSITIVE_INFINITY);
  return Object.freeze({
    maxIterations: min('maxIterations'),
    maxTokens: min('maxTokens'),
    timeoutMs: min('timeoutMs'),
    modelTimeoutMs: min('modelTimeoutMs'),
  });
}

function isLimit(name: string): name is keyof TurnLimits {
  return Object.hasOwn(defaultTurnLimits, name);
}

function readRuntime({ runtime }: TurnRunnerOptions, resolver: ToolResolver): Runtime {
  if (runtime !== undefined && (typeof runtime !== 'object' || runtime === null)) {
    throw invalid('runtime', 'must be a runtime, or options for one');
  }
  if (runtime !== undefined && 'withTools' in runtime) {
    requireMethods('runtime', runtime, ['withTools', 'callAll', 'describe', 'renderForModel', 'subscribe']);
    return runtime;
  }
  return createRuntime({ ...runtime, resolver });
}

function readPipelines(given: Partial<TurnPipelines> = {}) {
  if (!isPlainObject(given)) throw invalid('pipelines', 'must be an object');
  requireKnownOptions(given, pipelineNames, 'pipelines.');
  return {
    turnInput: readPipeline('turnInput', given.turnInput),
    dispatchInput: readPipeline('dispatchInput', given.dispatchInput),
    dispatchOutput: readPipeline('dispatchOutput', given.dispatchOutput),
    turnOutput: readPipeline('turnOutput', given.turnOutput),
  };
}

function readPipeline<Context extends { readonly isSignalled: boolean; readonly signal: AbortSignal }>(
  name: keyof TurnPipelines,
  middleware: readonly Middleware<Context>[] = [],
): Pipeline<Context> {
  if (!Array.isArray(middleware) || middleware.some((one) => typeof one !== 'function')) {
    throw invalid(`pipelines.${name}`, 'must be an array of functions');
  }
  return new Pipeline(name, [...middleware]);
}

function readKinds(kinds: TurnRunnerOptions['artifactKinds']): readonly ArtifactKind[] {
  if (kinds === false) return [];
  if (kinds === undefined) return defaultArtifactKinds;
  if (!Array.isArray(kinds) || !kinds.every(isArtifactKind)) {
    throw invalid('artifactKinds', 'must be an array of classes that extend SpooledArtifact, or false');
  }
  const shared = findSharedName(kinds);
  if (shared !== undefined) throw invalid('artifactKinds', `has two queries called "${shared}"`);
  return [...kinds];
}

/** What may be another one in each turn is looked at then. */
function requireFreeNames(
  discovery: DiscoveryParts,
  { resolver }: BaselineSource,
  kinds: readonly ArtifactKind[],
): void {
  if (ToolRegistry.isToolRegistry(resolver)) assertFreeNames(discovery, resolver, 'the baseline');
  const queries = new Set(kinds.flatMap(({ queries }) => queries.map(({ name }) => name)));
  assertFreeNames(discovery, queries, 'the artifact queries');
}
