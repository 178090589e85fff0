import type { JsonValue } from '../../json.ts';
import type { Dialect } from '../document.ts';

const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft/2020-12/schema', 'draft-2020-12'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
]);

/** The dialect that a value of `$schema` stands for; nothing if it is not supported. */
export function findDialect(declared: JsonValue | undefined): Dialect | undefined {
  if (declared === undefined) return 'draft-2020-12';
  if (typeof declared !== 'string') return undefined;
  return dialects.get(declared.replace(/^https?:\/\//, '').replace(/#$/, ''));
}
