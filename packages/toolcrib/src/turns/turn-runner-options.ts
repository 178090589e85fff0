import type { ArtifactKind } from '../artifacts/artifact-kind.ts';
import type { Caller } from '../core/caller.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolResolver } from '../core/tool-resolver.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import type { ModelExecutor } from '../runtime/model/model-executor.ts';
import type { ModelMessage } from '../runtime/model/model-message.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { RuntimeOptions } from '../runtime/runtime-options.ts';
import type { Middleware } from './middleware.ts';
import type { RepeatPolicy } from './repeat-policy.ts';
import type { DiscoveryOptions } from './tool-discovery.ts';
import type { DispatchContext, TurnContext } from './turn-context.ts';
import type { TurnListener } from './turn-event.ts';
import type { TurnLimits } from './turn-limits.ts';

/** Tools that turns start from. Of a resolver that is no `ToolRegistry`, what it lists. */
export type Baseline = readonly Tool[] | ToolResolver;

/** Whether middleware may add tools to a turn, or only hide and remove them. */
export type Overlay = 'open' | 'narrow';

/** The middleware of a runner. Each list runs from its first to its last, and back. */
export interface TurnPipelines {
  /** Once, before the model is asked for the first time. */
  readonly turnInput: readonly Middleware<TurnContext>[];
  /** Before every request to the model. */
  readonly dispatchInput: readonly Middleware<DispatchContext>[];
  /** After every answer, once its calls are made; also of the iteration that acknowledges. */
  readonly dispatchOutput: readonly Middleware<DispatchContext>[];
  /** Once, when the loop has ended, unless the turn was aborted or has failed. */
  readonly turnOutput: readonly Middleware<TurnContext>[];
}

/** Everything that makes a runner. Only the executor and the tools are required. */
export interface TurnRunnerOptions {
  /** Asks the model. */
  readonly executor: ModelExecutor;
  /**
   * What turns start from. An array or a registry is read here and now. Any other resolver, such as the seal of a catalogue,
   * is read at the start of every turn, and a function is asked then: a turn keeps what it got.
   */
  readonly tools: Baseline | (() => Awaitable<Baseline>);
  /** @default 'open' for an array or a `ToolRegistry`, 'narrow' for a sealed registry or any other resolver */
  readonly overlay?: Overlay | undefined;
  /** What the model is told before everything else. */
  readonly system?: string | undefined;
  /**
   * What runs the calls: a runtime that is shared with others, or options for one of its own.
   * @default a runtime with its defaults
   */
  readonly runtime?: Runtime | Omit<RuntimeOptions, 'resolver'> | undefined;
  readonly pipelines?: Partial<TurnPipelines> | undefined;
  readonly limits?: Partial<TurnLimits> | undefined;
  /** The kinds of artifacts that the model is given queries for. `false` gives it none. @default defaultArtifactKinds */
  readonly artifactKinds?: readonly ArtifactKind[] | false | undefined;
  /** What becomes of a call that was made before in the same turn. @default limitRepeats(8) */
  readonly repeats?: RepeatPolicy | undefined;
  /** Lets the model look for tools instead of showing it all of them. @default all are shown */
  readonly discovery?: DiscoveryOptions | undefined;
}

/** How one turn is run. */
export interface TurnOptions {
  /** @default the caller of the runtime */
  readonly caller?: Caller | undefined;
  /** The conversation so far, such as the `messages` of the result before. It is not changed. @default [] */
  readonly messages?: readonly ModelMessage[] | undefined;
  /** The `artifactCalls` of the result before, so that artifacts of earlier turns can be queried. @default [] */
  readonly earlierCalls?: readonly CallRecord[] | undefined;
  /** Aborts the turn. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runner's */
  readonly system?: string | undefined;
  /** Each can only lower the runner's. */
  readonly limits?: Partial<TurnLimits> | undefined;
  /** The id of the turn that this one is part of. */
  readonly parentTurnId?: string | undefined;
  /** Follows the turn. */
  readonly onEvent?: TurnListener | undefined;
}
