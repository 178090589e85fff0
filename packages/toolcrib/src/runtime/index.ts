export type { Awaitable } from './awaitable.ts';
export type { CallEvent, CallListener } from './call-event.ts';
export type { CallDetails, CallProblem, CallRecord, CallTimings, GateSummary } from './call-record.ts';
export type { CallApproval, CallRequest } from './call-request.ts';
export type { CallResult } from './call-result.ts';
export type { CallPhase, CallStatus, SideEffect } from './call-status.ts';
export { type Clock, systemClock } from './clock.ts';
export type { ContentDigest } from './content-digest.ts';
export { type Approval, signApproval } from './gates/approval.ts';
export type { GateEntry, GateSettlement } from './gates/gate-entry.ts';
export { GateRejection } from './gates/gate-rejection.ts';
export type { GateDecision, GateReference, Gates, OpenGate, SettleOutcome } from './gates/gates.ts';
export { checkGateOptions, type PlainGate } from './gates/read-gate-options.ts';
export type { Conclusion } from './ledger/conclude.ts';
export { type FindInStepsOptions, findInSteps, type LedgerStep } from './ledger/find-in-steps.ts';
export { isEnded } from './ledger/is-ended.ts';
export type {
  EntrySummary,
  InsertOutcome,
  Ledger,
  LedgerFindings,
  LedgerQuery,
  LedgerSearch,
  SearchableLedger,
} from './ledger/ledger.ts';
export type { LedgerEntry, LedgerState, StoredOutcome, StoredResult } from './ledger/ledger-entry.ts';
export { type MemoryLedgerOptions, memoryLedger } from './ledger/memory-ledger.ts';
export type { RecoverOptions, RecoveryReport, RecoveryTools, ResumedCall } from './ledger/recover.ts';
export { defaultLimits, type Limits } from './limits.ts';
export type {
  ModelEvent,
  ModelExecutor,
  ModelRequest,
  ModelStep,
  ModelToolSearch,
  StopReason,
} from './model/model-executor.ts';
export type {
  AssistantMessage,
  ModelCall,
  ModelMessage,
  RenderedResult,
  ToolMessage,
  UserMessage,
} from './model/model-message.ts';
export { toToolMessage } from './model/to-tool-message.ts';
export { confirmRun } from './path/call-context.ts';
export { type JsonLimits, parseJson as parseStrictJson } from './path/parse-json.ts';
export { type AutonomyLevels, autonomy } from './policy/autonomy.ts';
export type { CallGuard, GuardedCall } from './policy/call-guard.ts';
export { combinePolicies } from './policy/combine-policies.ts';
export { defaultPolicy } from './policy/default-policy.ts';
export { allow, ask, type Decision, deny, type Policy, type PolicyQuestion } from './policy/policy.ts';
export { requireScopes } from './policy/require-scopes.ts';
export { firstIdAt, timeOfId } from './random-ids.ts';
export {
  describeException,
  type ExceptionDescription,
  formatExceptions,
  rebuildException,
} from './render/describe-exception.ts';
export { maskSecretKeys } from './render/mask-secret-keys.ts';
export {
  combineRedactors,
  type Redactor,
  redactCredentials,
  redactMessage,
  redactValues,
} from './render/redact.ts';
export { describeRedactions, findRedactions, type Redaction } from './render/redactions.ts';
export type { LogRendering } from './render/render-for-log.ts';
export { renderForLog } from './render/render-for-log.ts';
export {
  type ModelPart,
  type ModelRendering,
  type ModelRenderingOptions,
  renderForModel,
} from './render/render-for-model.ts';
export { renderForUser, type UserRendering, type UserRenderingOptions } from './render/render-for-user.ts';
export { createRuntime, type Runtime, type StartedCall } from './runtime.ts';
export type { RuntimeHost } from './runtime-host.ts';
export type {
  FaultListener,
  RenewCaller,
  RuntimeGateOptions,
  RuntimeOptions,
  WaitedCall,
} from './runtime-options.ts';
export type { ArtifactOptions, ArtifactStore } from './spool/artifact-store.ts';
export { type MemoryArtifactStoreOptions, memoryArtifactStore } from './spool/memory-artifact-store.ts';
export { type OpenTelemetryOptions, openTelemetry } from './telemetry/open-telemetry.ts';
export type { OpenTelemetryApi } from './telemetry/open-telemetry-api.ts';
export type { CallSpan, CallStart, Telemetry } from './telemetry/telemetry.ts';
