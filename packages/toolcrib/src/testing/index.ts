export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { createFakeIds } from './fake-ids.ts';
export { createSeededRandom, type SeededRandom } from './fake-random.ts';
export {
  type MockedTools,
  type MockHandler,
  mockTools,
  type ToolMocks,
  type UnmockedCall,
} from './mock-tools.ts';
export { createEventRecorder, type EventRecorder } from './record-events.ts';
export { createScriptedModel, type ScriptedModel, type ScriptedModelOptions } from './scripted-model.ts';
export type { ScriptedCall, ScriptedStep, ScriptStep } from './scripted-step.ts';
export {
  type ApproveOptions,
  createHarness,
  type Harness,
  type HarnessOptions,
  type HarnessRequest,
  type RejectOptions,
  type ToolHarness,
  type ToolsHarness,
} from './tool-harness.ts';
export type { ToolInput } from './tool-input.ts';
export { saneCall } from './torture/cases/sane-call.ts';
export { toolcribSubject } from './torture/toolcrib-subject.ts';
export type { TortureCase, TortureTrial, TortureVerdict, TrialOptions } from './torture/torture-case.ts';
export { tortureCases } from './torture/torture-cases.ts';
export type {
  TortureAnswer,
  TortureObservation,
  TortureScenario,
  TortureSubject,
  TortureTool,
} from './torture/torture-subject.ts';
export {
  describeTorture,
  runTorture,
  runTortureCase,
  type TortureOptions,
  type TortureRow,
  type TortureTestRunner,
} from './torture/torture-suite.ts';
