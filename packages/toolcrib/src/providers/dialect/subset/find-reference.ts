import { isAssertion } from '../keyword-facts.ts';
import { isLocatedObject, type Located, type LocatedObject, mask, type SourceMap } from './located.ts';

/** A schema that says nothing but what another one says. */
export interface Reference {
  readonly target: Located;
  /** The schemas on the way there, without what leads on: they only inform. */
  readonly beside: readonly LocatedObject[];
  /** Keywords that mean nothing beside a `$ref`. */
  readonly hidden: readonly { readonly at: string; readonly keyword: string }[];
}

const gathering: readonly string[] = ['allOf', 'anyOf', 'oneOf'];

/**
 * Finds out whether a schema is a `$ref`, maybe with a description beside it, or wrapped into an `allOf` to
 * have a place for one.
 */
export function findReference(located: Located, map: SourceMap): Reference | undefined {
  if (!isLocatedObject(located)) return undefined;
  const asserting = map.listKeywords(located).filter(isAssertion);
  const [keyword] = asserting;
  if (keyword === undefined || asserting.length > 1) return undefined;
  const hiding = map.listHidden(located);
  const hidden = hiding.map((name) => ({ at: located.at, keyword: name }));
  const beside = mask(located, [keyword, ...hiding]);
  if (keyword === '$ref') {
    const target = map.follow(located);
    return target === undefined ? undefined : { target, beside: [beside], hidden };
  }
  if (!gathering.includes(keyword)) return undefined;
  const [only, ...others] = map.locateAll(located, keyword);
  if (only === undefined || others.length > 0) return undefined;
  const inner = findReference(only, map);
  return inner === undefined ? undefined : { ...inner, beside: [beside, ...inner.beside] };
}
