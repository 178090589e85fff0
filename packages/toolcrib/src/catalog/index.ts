export type {
  CatalogEvent,
  CatalogEventDraft,
  CatalogEventType,
  CatalogFinding,
  VersionMark,
} from './catalog-event.ts';
export type {
  ApproveOptions,
  BulkChangeOptions,
  CatalogOptions,
  ChangeOptions,
  DeprecateOptions,
  DraftOptions,
  EventsOptions,
  PolicyOptions,
  QuarantineOptions,
  RegisterAllOptions,
  RegisterOptions,
  ResolveOptions,
  RestoreOptions,
  SubscribeOptions,
  UndeprecateOptions,
  Waiver,
} from './catalog-options.ts';
export type {
  CatalogProgress,
  CatalogStore,
  ChangeRequest,
  ChangeSet,
  DeprecatedUse,
  DocumentChange,
  TenantChanges,
  TenantState,
  ToolChange,
  UseRecord,
} from './catalog-store.ts';
export {
  runSpecCheck,
  type SpecCheck,
  type SpecCheckAnswer,
  type SpecCheckOptions,
  type SpecChecks,
} from './checks/spec-checks.ts';
export {
  type Change,
  type ChangedQuarantinedName,
  type ChangedTool,
  type ChangedVersion,
  diffSnapshots,
  type OptionalChange,
  type SnapshotDiff,
  type SnapshotEntry,
} from './diff-snapshots.ts';
export { diffSpecs, type SpecDifference } from './diff-specs.ts';
export type { VersionRequest } from './find-version.ts';
export type { ListOptions } from './list-options.ts';
export { memoryStore } from './memory-store.ts';
export { openCatalog } from './open-catalog.ts';
export type { SourceFinding, SourceReport } from './publishing/inspect-source.ts';
export type { CompatibilityPolicy, EffectivePolicy, PublishPolicy } from './publishing/publish-policy.ts';
export type { DraftReview, ToolDraft } from './publishing/tool-draft.ts';
export { readSnapshot } from './read-snapshot.ts';
export { readSpec } from './read-spec.ts';
export type { BindingHandler, BindingOptions, CatalogBinding } from './seal/catalog-binding.ts';
export type { CatalogMismatch } from './seal/catalog-mismatch.ts';
export type { CatalogSeal, LeftOutTool } from './seal/catalog-seal.ts';
export { type SealOptions, sealCatalog } from './seal-catalog.ts';
export { authorityDigest } from './spec-authority.ts';
export { specDigest } from './spec-digest.ts';
export { toSpec } from './to-spec.ts';
export type { RestorePreview, ToolCatalog } from './tool-catalog.ts';
export {
  type Deprecation,
  type DraftMark,
  type Quarantine,
  statusOf,
  type ToolRegistration,
  type ToolStatus,
} from './tool-registration.ts';
export type {
  QuarantinedName,
  SnapshotDocument,
  SnapshotTool,
  SnapshotVersion,
  ToolRegistrySnapshot,
} from './tool-registry-snapshot.ts';
export type { ToolSpec, ToolSpecInput } from './tool-spec.ts';
export type { ToolState, ToolVersion } from './tool-state.ts';
export type {
  AppliedToolset,
  ToolsetContent,
  ToolsetDefinition,
  ToolsetEntry,
  ToolsetPin,
  ToolsetToolPolicy,
} from './toolsets/toolset.ts';
export { toolsetEntries } from './toolsets/toolset-entries.ts';
export type { ToolsetProblem } from './toolsets/toolset-errors.ts';
export type { GetToolsetOptions, RollbackOptions } from './toolsets/toolset-options.ts';
export type { TokenChange, ToolsetChange, ToolsetPlan, ToolsetPlanOptions } from './toolsets/toolset-plan.ts';
export { type ToolsetDecision, type ToolsetPolicy, toolsetPolicy } from './toolsets/toolset-policy.ts';
export type { Toolsets } from './toolsets/toolsets.ts';
