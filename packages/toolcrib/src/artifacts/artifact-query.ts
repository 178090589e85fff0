import { requireKnownOptions } from '../core/require-known-options.ts';
import type { InputSchema, ToolArguments } from '../core/schema/tool-schema.ts';
import { Tool } from '../core/tool.ts';
import type { Awaitable } from '../runtime/awaitable.ts';
import type { Redactor } from '../runtime/render/redactor.ts';
import type { ArtifactCandidate } from './artifact-kind.ts';
import { type QueryInput, readQueryInput } from './query-input.ts';
import type { SpooledArtifact } from './spooled-artifact.ts';

/** What an answer has to keep to. */
export interface QueryBounds {
  /** How many bytes of UTF-8 the answer may have; what is longer is cut. At least 256. */
  readonly maxBytes: number;
  /** After how many milliseconds a search should end and say where to go on: the share of this artifact. */
  readonly maxMs: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** For the methods that show parts of a text: an answer is redacted as a whole too, but half a secret is none. */
  readonly redact: Redactor;
}

/** One question that artifacts of a kind can be asked. It becomes one tool. Made by {@link defineQuery}. */
export interface ArtifactQuery<Kind extends SpooledArtifact = SpooledArtifact> {
  readonly name: string;
  readonly description: string;
  /** @internal */
  readonly input: QueryInput;
  /** @internal */
  readonly accepts: ((candidate: ArtifactCandidate) => boolean) | undefined;
  /** A method, not a function in a field: the queries of a kind fit where those of its base class are expected. */
  run(artifact: Kind, args: never, bounds: QueryBounds): Awaitable<string>;
}

/** Everything that makes a query. */
export interface QueryOptions<Kind extends SpooledArtifact, Input extends InputSchema> {
  /** The name of the tool. Those of this library begin with `artifact_`. */
  readonly name: string;
  /** What the tool tells about an artifact, for the model. It should say how long answers are continued. */
  readonly description: string;
  /** What is asked besides the ids of the artifacts, which are added as `artifacts`. */
  readonly inputSchema: Input;
  /**
   * Which artifacts can be asked, where that is not the same as for the other queries of the kind. It must not throw.
   * @default what the kind accepts
   */
  readonly accepts?: (candidate: ArtifactCandidate) => boolean;
  /**
   * Answers for one artifact. It may throw a `ToolError` to tell the model what is wrong; whatever else it
   * throws is a failed call of which the model reads nothing.
   */
  readonly run: (artifact: Kind, args: ToolArguments<Input>, bounds: QueryBounds) => Awaitable<string>;
}

const optionNames: ReadonlySet<string> = new Set<keyof QueryOptions<SpooledArtifact, InputSchema>>([
  'name',
  'description',
  'inputSchema',
  'accepts',
  'run',
]);

/**
 * Defines a question for artifacts of a kind. The type of `args` comes from the schema, the kind from the
 * first parameter of `run`.
 *
 * @throws ConfigError `E_INVALID_TOOL`, `E_INVALID_OPTION` for an option that does not exist, or the `E_SCHEMA_…` code of the limit that the schema breaks.
 *
 * @example
 * ```ts
 * const column = defineQuery({
 *   name: 'artifact_csv_column',
 *   description: 'Lists the values of one column.',
 *   inputSchema: z.object({ column: z.string() }),
 *   run: (artifact: CsvArtifact, { column }, { signal }) => artifact.column(column, signal),
 * });
 * ```
 */
export function defineQuery<const Input extends InputSchema, Kind extends SpooledArtifact = SpooledArtifact>(
  options: QueryOptions<Kind, Input>,
): ArtifactQuery<Kind> {
  requireKnownOptions(options, optionNames);
  const { name, description, inputSchema, accepts, run } = options;
  const input = readQueryInput(name, inputSchema);
  // What would be wrong with every tool that is forged of it is found out here. It is never called.
  new Tool({ name, description, inputSchema: input.schema, handler: run as never });
  return Object.freeze({ name, description, input, accepts, run });
}
