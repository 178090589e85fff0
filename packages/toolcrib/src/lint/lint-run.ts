import { ConfigError } from '../core/errors.ts';
import { readJsonSchema } from '../core/json-schema/read-json-schema.ts';
import type { LintableSpec, LintContext } from './lint-rule.ts';
import { isPlainAscii } from './text/hidden-characters.ts';
import { joinReadings } from './text/join-readings.ts';
import { MIN_LENGTH, type Reading, readText } from './text/read-text.ts';
import { readVisibleTexts, type VisibleText } from './visible-texts.ts';

/** The schemas that a spec can have. */
export type SchemaField = 'inputSchema' | 'outputSchema';

/**
 * What the built-in rules share while they look at one spec, so that it is walked and read once. It is the context of
 * those rules; a rule that gets another one makes its own.
 */
export class LintRun implements LintContext {
  readonly isToolName: (name: string) => boolean;
  readonly #spec: LintableSpec;
  readonly #problems = new Map<SchemaField, ConfigError | undefined>();
  #texts: readonly VisibleText[] | undefined;
  #spacedTexts: readonly VisibleText[] | undefined;
  #foreignTexts: readonly VisibleText[] | undefined;
  #prose: readonly (readonly [VisibleText, Reading])[] | undefined;

  constructor(spec: LintableSpec, isToolName: (name: string) => boolean) {
    this.#spec = spec;
    this.isToolName = isToolName;
  }

  /** The run of a context if it is about the spec, or a new one. */
  static of(spec: LintableSpec, context: LintContext): LintRun {
    const isOurs = context instanceof LintRun && context.#spec === spec;
    return isOurs ? context : new LintRun(spec, (name) => context.isToolName(name));
  }

  get texts(): readonly VisibleText[] {
    this.#texts ??= readVisibleTexts(this.#spec);
    return this.#texts;
  }

  /** The texts with characters beyond ASCII, or that control something; most specs have none. */
  get foreignTexts(): readonly VisibleText[] {
    this.#foreignTexts ??= this.spacedTexts.filter(({ text }) => !isPlainAscii(text));
    return this.#foreignTexts;
  }

  /** The texts with anything but ASCII that can be seen, with single spaces and lines between them. */
  get spacedTexts(): readonly VisibleText[] {
    this.#spacedTexts ??= this.texts.filter(({ text }) => spaced.test(text));
    return this.#spacedTexts;
  }

  /** The texts that may hold sentences, with what they say. */
  readProse(): readonly (readonly [VisibleText, Reading])[] {
    this.#prose ??= joinReadings(
      this.texts.filter(isProse).map((visible) => [visible, readText(visible.text)] as const),
    );
    return this.#prose;
  }

  /** Why a schema is refused, if it is. */
  findSchemaProblem(field: SchemaField): ConfigError | undefined {
    if (!this.#problems.has(field)) this.#problems.set(field, readProblem(this.#spec[field]));
    return this.#problems.get(field);
  }
}

/** No sentence without a space is shorter; names and values of a word or two are. */
const MIN_JOINED = 30;
const MIN_VALUE = 20;
const white = /\s/;
const spaced = /[^\n -~]| [ \n]/;

/** What has white space may be a sentence wherever it stands, and so may a long text that has none. */
function isProse({ kind, text }: VisibleText): boolean {
  if (text.length < MIN_LENGTH) return false;
  if (kind === 'prose' || text.length > MIN_JOINED || white.test(text)) return true;
  return kind === 'value' && text.length > MIN_VALUE;
}

function readProblem(schema: LintableSpec[SchemaField]): ConfigError | undefined {
  if (schema === undefined) return undefined;
  try {
    readJsonSchema(schema);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
