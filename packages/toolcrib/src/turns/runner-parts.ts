import type { ArtifactKind } from '../artifacts/artifact-kind.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ModelExecutor } from '../runtime/model/model-executor.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { BaselineSource } from './baseline.ts';
import type { DiscoveryParts } from './discovery/discovery-parts.ts';
import type { EventRouter } from './event-router.ts';
import type { OwnDispatchContext, OwnTurnContext } from './own-contexts.ts';
import type { Pipeline } from './pipeline.ts';
import type { RepeatPolicy } from './repeat-policy.ts';
import type { TurnLimits } from './turn-limits.ts';

/** What a runner is made of; nothing in it belongs to one turn. */
export interface RunnerParts {
  readonly executor: ModelExecutor;
  readonly baseline: BaselineSource;
  readonly system: string | undefined;
  readonly runtime: Runtime;
  readonly limits: TurnLimits;
  readonly kinds: readonly ArtifactKind[];
  readonly discovery: DiscoveryParts | undefined;
  readonly repeats: RepeatPolicy;
  readonly router: EventRouter;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
  readonly turnInput: Pipeline<OwnTurnContext>;
  readonly dispatchInput: Pipeline<OwnDispatchContext>;
  readonly dispatchOutput: Pipeline<OwnDispatchContext>;
  readonly turnOutput: Pipeline<OwnTurnContext>;
}
