export { type DelegateToolOptions, delegateTool } from './delegate-tool.ts';
export type { Middleware } from './middleware.ts';
export { limitRepeats } from './repeat-guard.ts';
export type { RepeatedCall, RepeatPolicy } from './repeat-policy.ts';
export type { DiscoveryForm, DiscoveryOptions, FindRequest, ToolFinder } from './tool-discovery.ts';
export type { DispatchContext, TurnContext } from './turn-context.ts';
export type { TurnEvent, TurnListener } from './turn-event.ts';
export { defaultTurnLimits, type TurnLimits } from './turn-limits.ts';
export type { AddedTool, TurnLimit, TurnResult, TurnStatus } from './turn-result.ts';
export { createTurnRunner, type TurnInput, type TurnRunner } from './turn-runner.ts';
export type {
  Baseline,
  Overlay,
  TurnOptions,
  TurnPipelines,
  TurnRunnerOptions,
} from './turn-runner-options.ts';
export type { TurnStream } from './turn-stream.ts';
