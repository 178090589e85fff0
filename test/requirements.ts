/** The parts of the contract, by the letter that their ids begin with. */
export const sections = {
  T: 'Tool',
  R: 'ToolRegistry',
  M: 'Merge',
  L: 'Turns and dispatch',
  A: 'Artifacts, media, trust',
  G: 'Gates',
  S: 'Sealed registry',
  C: 'Catalogue',
} as const;

/** The letter of a section. */
type Section = keyof typeof sections;

/** The sections whose every id must be cited by a test. */
const finishedSections: readonly Section[] = ['T', 'R', 'M', 'L', 'A', 'G', 'S', 'C'];

const texts = {
  T1: 'A tool is a name, a description, an input schema and a handler; what is public is frozen all the way down and the handler cannot be reached.',
  T2: 'One schema gives the JSON Schema for the model, the check of the arguments and the type of what the handler gets.',
  T3: 'Object schemas of any Standard Schema library and plain JSON Schemas are accepted and really checked; any other schema is refused at definition with E_INVALID_TOOL, naming the field.',
  T4: 'A handler returns text, bytes, Media, an artifact, or JSON that its output schema accepts; everything else is a typed invalid result and never turned into text.',
  T5: 'Arguments are checked before the handler sees them, and E_INVALID_TOOL_ARGS lists every failing field by path.',
  T6: 'Nothing is coerced, and the defaults of the schema are filled in.',
  T7: 'Whatever a handler throws or rejects with makes the call fail with E_TOOL_FAILED and is kept as the cause.',
  T8: 'describe() is plain JSON of name, description and input JSON Schema, the same bytes for the same tool.',
  T9: 'A tool is untrusted, lasting and throws on collision unless it says otherwise; unknown options and wrong types are refused.',
  T10: 'Trust of a tool changes the envelope of text, bytes and artifacts, and never that of Media, which have a trust tier of their own.',
  T11: 'A name has 1 to 64 letters, digits, underscores or hyphens and begins with a letter or underscore; other ids get a deterministic wire name per provider.',

  R1: 'A new registry keeps the order of its tools and refuses two of one name with E_TOOL_ALREADY_REGISTERED.',
  R2: 'register() refuses a taken name unless told to overwrite, which keeps the position; the collision policy of the tool plays no part.',
  R3: 'Unregistering an unknown name does nothing, getting one gives undefined, and names are compared exactly.',
  R4: 'all() is a new array in insertion order that the registry does not depend on.',
  R5: 'pruneEphemeral() removes the ephemeral tools and no others, at once, and may be repeated.',
  R6: 'A bound context prunes on ack and not on nack, and its unsubscribe function ends that.',
  R7: 'isToolRegistry() recognises registries and nothing that merely looks like one.',
  R8: 'The error of a clash names the tool and the origin of both sides.',
  R9: 'A tool can be hidden and shown again; the mark follows copies and merges, ends with unregister(), and needs a known name.',
  R10: 'The registry does not retry, limit, authorise, cache, deduplicate or prioritise.',

  M1: 'merge() makes a new registry from left to right, leaves its inputs alone, and of nothing makes an empty one.',
  M2: 'On a clash the incoming tool replaces, yields, or leaves it to the option of the merge, which throws by default.',
  M3: 'What the existing tool says about collisions does not count, except that a protected tool is never replaced.',
  M4: 'A merge keeps ephemeral flags and hidden marks, and no subscriptions.',

  L1: 'Every run starts from the baseline with a registry of its own, and nothing done in it is seen anywhere else.',
  L2: 'The four pipelines run in every run of a reused runner, the output pipeline of the acknowledging iteration included.',
  L3: 'An iteration goes from the proposal through look-up, authorisation, validation, gate, execution, check, wrapping and record to the next iteration, which sees it.',
  L4: 'Every accepted call ends in exactly one record, whatever the model sent, and no call crashes the turn.',
  L5: 'An invocation has a random id and a separate content digest; the ids of providers are never keys.',
  L6: 'A dispatch is acknowledged or refused once, and a handler of the acknowledgement that throws does not stop the others.',
  L7: 'Ephemeral tools do not outlive their dispatch, and after a nack they can only be inspected in the result.',
  L8: 'Iterations are capped, every call has a deadline by default and can be aborted, and a late result never reaches the model.',
  L9: 'Reading tools may run in parallel, and results keep the order of the calls.',
  L10: 'Middleware reacts to finished records and never runs a handler again.',
  L11: 'run() returns status, records, messages and usage, and throws for programming mistakes only.',

  A1: 'Text and bytes are spooled; small results are inlined, and large ones reach the model as a handle and a bounded preview.',
  A2: 'An artifact forges ephemeral query tools over the artifacts of its dispatch, which replace one another and never a tool of the user.',
  A3: 'Queries are bounded, say how to go on, cannot be queried themselves, fail on unknown ids, and survive hostile patterns.',
  A4: 'Media say their kind, MIME type, trust tier and hazard, and stream their bytes.',
  A5: 'Trust is fixed when a call completes, and untrusted text cannot close its envelope.',

  G1: 'Waiting for a gate suspends the call until it is resolved, rejected, timed out or aborted, once.',
  G2: 'Settling a gate is accepted, late or invalid, and an invalid value leaves it open.',
  G3: 'A denied call has no side effect, is recorded with reason and approver, and the loop goes on.',
  G4: 'With a store, open gates are listed, bound to one invocation and its digests, and survive the process.',
  G5: 'A gate times out by default.',

  S1: 'A sealed registry is closed at construction, with no method and no reference that leads in.',
  S2: 'Two tools of one name are a ConfigError at construction that tells the name.',
  S3: 'resolve() gives the tool of exactly that name or null, also for the names of inherited properties.',
  S4: 'list() is the sorted names and size their count, the same for the same input.',
  S5: 'It is a ToolResolver, and everything that runs tools accepts any other one.',
  S6: 'With a lock file it refuses tools whose definition or authority differs.',
  S7: 'A runner of plain tools lets middleware edit the turn freely; a runner of a sealed registry lets it only narrow, unless the overlay is open, which is recorded.',

  C1: 'A spec is frozen JSON of known fields.',
  C2: 'A registration is a spec, whether it is enabled, and when it was made by the injected clock.',
  C3: 'Registering creates, changes nothing, replaces the current version, or conflicts and changes nothing.',
  C4: 'Having no version is a version of its own.',
  C5: 'list() is sorted by code units, leaves out disabled tools unless asked, and is the same everywhere.',
  C6: 'Unknown names are undefined for get(), E_TOOL_NOT_FOUND for setEnabled() and nothing for remove().',
  C7: 'A restored snapshot gives the same bytes as a snapshot, on every store.',
  C8: 'The catalogue has no global state, no randomness, no clock of its own and, in memory, no I/O.',
  C9: 'One suite passes on every store.',
  C10: 'Earlier versions stay readable, never change, and become current again when registered with their exact content.',
  C11: 'A quarantined tool stays unavailable across versions until it is released.',
} as const;

/** A behaviour that we promise. */
export interface Requirement {
  readonly section: Section;
  readonly text: string;
  /** A finished requirement is cited by at least one test; a planned one may be. */
  readonly status: 'finished' | 'planned';
}

/** Every behaviour that we promise, by id. */
export const requirements: Readonly<Record<string, Requirement>> = Object.fromEntries(
  Object.entries(texts).map(([id, text]) => {
    // The keys above begin with the letter of a section; requirements.test.ts holds that.
    const section = id[0] as Section;
    return [id, { section, text, status: finishedSections.includes(section) ? 'finished' : 'planned' }];
  }),
);
