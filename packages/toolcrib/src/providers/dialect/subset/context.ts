import type { JsonValue } from '../../../core/json.ts';
import type { SubsetDialect } from '../dialect.ts';
import type { Journal } from '../journal.ts';
import type { Located, SourceMap } from './located.ts';
import type { MergeProblem, Reading } from './reading.ts';

/** A schema that is being written. Frozen when all of the translation is done. */
export type Draft = { [keyword: string]: JsonValue };

/** Where a schema comes from, and which properties may be missing in its objects. */
export interface DraftNote {
  readonly at: string;
  readonly optional: ReadonlySet<string> | undefined;
  /** Those of them that are null if they are missing. */
  readonly nullByDefault: ReadonlySet<string> | undefined;
}

/** What every part of a translation works with. */
export interface Context {
  readonly dialect: SubsetDialect;
  readonly isExact: boolean;
  readonly journal: Journal;
  readonly map: SourceMap;
  /** Where drafts come from. */
  readonly notes: Map<Draft, DraftNote>;
  /** Reads schemas that apply to the same value as one, without noting anything. */
  read(schemas: readonly Located[]): Reading | MergeProblem;
  /** Translates schemas that apply to the same value. */
  translate(schemas: readonly Located[]): Draft;
  /** Translates a schema that is not written where it is referred to. */
  translateApart(schema: Located): Draft;
}

/** Whether nothing that restricts values may be left out. */
export function isExact({ dialect, isExact: isAsked }: Context): boolean {
  return dialect.isStrict && isAsked;
}
