import type { JsonObject } from '../../../core/json.ts';
import type { SubsetDialect } from '../dialect.ts';
import { isLocatedObject, type Located, type LocatedObject, mask, type SourceMap } from './located.ts';

/** Schemas that a value must satisfy together, without those that only gather others. */
export interface Parts {
  readonly at: string;
  readonly list: readonly LocatedObject[];
  /** Whether `false` is one of them. */
  readonly isNever: boolean;
  /** Keywords that were replaced by what they hold. */
  readonly replaced: readonly { readonly at: string; readonly keyword: string }[];
  /** Keywords that mean nothing beside a `$ref`. */
  readonly hidden: readonly { readonly at: string; readonly keyword: string }[];
  /** What a `$ref` led to. */
  readonly targets: readonly JsonObject[];
  /** A schema whose `$ref` stays beside its other keywords, where the dialect has a way to say that. */
  readonly beside: LocatedObject | undefined;
}

/**
 * Replaces `allOf`, unions of one, and `$ref` by the schemas that they hold: all of them apply to the same
 * value. No way leads back to a schema without descending into the value; that was checked before.
 */
export function expandParts(schemas: readonly Located[], map: SourceMap, dialect: SubsetDialect): Parts {
  const [first] = schemas;
  const beside = schemas.length === 1 && first !== undefined && canStay(first, dialect) ? first : undefined;
  const list: LocatedObject[] = [];
  const replaced: { at: string; keyword: string }[] = [];
  const hidden: { at: string; keyword: string }[] = [];
  const targets: JsonObject[] = [];
  let isNever = false;

  const visit = (located: Located): void => {
    if (!isLocatedObject(located)) {
      if (located.schema === false) isNever = true;
      return;
    }
    const gathering = map.listKeywords(located).filter((keyword) => isGathering(located, keyword));
    const hiding = map.listHidden(located);
    hidden.push(...hiding.map((keyword) => ({ at: located.at, keyword })));
    const masked = [...gathering, ...hiding];
    list.push(masked.length === 0 ? located : mask(located, masked));
    for (const keyword of gathering) {
      if (keyword === '$ref' && located === beside) continue;
      replaced.push({ at: located.at, keyword });
      if (keyword !== '$ref') {
        for (const member of map.locateAll(located, keyword)) visit(member);
        continue;
      }
      const target = map.follow(located);
      if (target === undefined) continue;
      if (isLocatedObject(target)) targets.push(target.schema);
      visit(target);
    }
  };
  for (const schema of schemas) visit(schema);
  return { at: first?.at ?? '', list, isNever, replaced, hidden, targets, beside };
}

/** Whether a union of one can say the `$ref` of a schema. At the root, what it refers to has to be there. */
function canStay(located: Located, { references, unions }: SubsetDialect): located is LocatedObject {
  if (!isLocatedObject(located) || located.at === '' || references === 'inline' || unions.areAlone)
    return false;
  const { schema, without } = located;
  return schema.$ref !== undefined && !without?.has('$ref') && schema.anyOf === undefined;
}

function isGathering({ schema }: LocatedObject, keyword: string): boolean {
  if (keyword === '$ref' || keyword === 'allOf') return true;
  const value = schema[keyword];
  return (keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value) && value.length === 1;
}
