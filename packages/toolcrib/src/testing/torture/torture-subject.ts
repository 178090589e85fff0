/** A tool as its author would give it to any library. */
export interface TortureTool {
  readonly name: string;
  readonly description: string;
  /** A plain JSON Schema of an object. Every property is required and no other is allowed. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** A plain JSON Schema of an object. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  /** May throw, may never settle, and may give anything. */
  readonly handler: (args: unknown) => unknown;
}

/** One situation: some tools, and one call as a model would write it. */
export interface TortureScenario {
  readonly tools: readonly TortureTool[];
  /** `tool` is the declared name. A library that offers another name is called by that one. */
  readonly call: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
  /** How long to wait for an answer, in milliseconds, by whatever clock the subject uses. */
  readonly patienceMs: number;
}

/** What the library would tell the model. */
export interface TortureAnswer {
  readonly kind: 'answered';
  /** Whether the model is told that the call failed, by a flag or in words. */
  readonly isError: boolean;
  /** Every text that the next request to the model holds because of this call. */
  readonly toModel: string;
  /** The names under which the tools were offered to the model, in order. */
  readonly offeredNames: readonly string[];
}

/** What came of a scenario. */
export type TortureObservation =
  | TortureAnswer
  /** A tool could not be defined or registered. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The run died: no further request to the model, or one that cannot be sent. */
  | { readonly kind: 'crashed'; readonly message: string }
  /** Nothing had come when the patience was over. */
  | { readonly kind: 'pending' }
  /** The library has no way of saying what the scenario says, such as an output schema. */
  | { readonly kind: 'unsupported'; readonly message: string };

/**
 * A library under test.
 *
 * INVARIANT: tools are defined as the documentation of the library says, with default options only.
 * INVARIANT: `run` always resolves, after the patience at the latest; a rejection is a mistake in the subject
 * and counts for nothing.
 * INVARIANT: no run knows of another.
 */
export interface TortureSubject {
  readonly name: string;
  run(scenario: TortureScenario): Promise<TortureObservation>;
}
