import type { Atom } from './meaning.ts';
import type { CompatibilityRule } from './schema-comparison.ts';

/** What kind of change it is that a constraint stands against compatibility, and what the constraint says now. */
export function describeRule({ meaning, path }: Atom): {
  readonly rule: CompatibilityRule;
  readonly says: string;
} {
  const keyword = String(path[0]);
  switch (meaning.kind) {
    case 'types':
      return { rule: 'type-narrowed', says: 'allows fewer types' };
    case 'values':
      return { rule: 'enum-narrowed', says: 'allows fewer values' };
    case 'bound':
      return { rule: 'range-narrowed', says: `limits numbers by "${keyword}" ${meaning.limit}` };
    case 'multiple':
      return { rule: 'multiple-changed', says: `asks for multiples of ${meaning.divisor}` };
    case 'size': {
      const rules = {
        string: 'length-narrowed',
        array: 'items-count-narrowed',
        object: 'properties-count-narrowed',
      } as const;
      return { rule: rules[meaning.of], says: `limits the size by "${keyword}" ${meaning.limit}` };
    }
    case 'pattern':
      return { rule: 'pattern-changed', says: 'asks for another pattern' };
    case 'format':
      return { rule: 'format-changed', says: `asks for the format ${JSON.stringify(meaning.name)}` };
    case 'item':
    case 'items':
      return {
        rule: 'items-narrowed',
        says: meaning.schema === false ? 'allows no further items' : 'allows fewer items',
      };
    case 'contains':
      return { rule: 'contains-changed', says: 'asks for other items to be contained' };
    case 'unique':
      return { rule: 'unique-items-added', says: 'forbids equal items' };
    case 'required':
      return { rule: 'required-added', says: `requires the property ${JSON.stringify(meaning.name)}` };
    case 'property':
    case 'matching':
    case 'additional':
      return describeProperty(meaning);
    case 'names':
      return { rule: 'property-names-narrowed', says: 'allows fewer names of properties' };
    case 'dependent':
      return {
        rule: 'dependency-added',
        says: `asks for more if ${JSON.stringify(meaning.name)} is present`,
      };
    case 'any':
      if (meaning.schemas.length === 0) return { rule: 'schema-narrowed', says: 'accepts nothing here' };
      return { rule: 'alternatives-changed', says: 'allows other alternatives by "anyOf"' };
    case 'one':
      return { rule: 'alternatives-changed', says: 'allows other alternatives by "oneOf"' };
    case 'not':
      return { rule: 'negation-changed', says: 'excludes more by "not"' };
    case 'condition':
      return { rule: 'condition-changed', says: 'asks for something else by "if"' };
    case 'all':
      return keyword === 'allOf'
        ? { rule: 'schema-narrowed', says: 'asks for more by "allOf"' }
        : { rule: 'reference-changed', says: `refers by "${keyword}" to a schema that asks for more` };
    case 'opaque':
      return { rule: 'keyword-beyond', says: `asks for something by "${keyword}"` };
  }
}

function describeProperty(
  meaning: Extract<Atom['meaning'], { kind: 'property' | 'matching' | 'additional' }>,
): ReturnType<typeof describeRule> {
  const isForbidden = meaning.schema === false;
  const rule = isForbidden ? 'property-forbidden' : 'property-narrowed';
  const verb = isForbidden ? 'forbids' : 'allows less for';
  switch (meaning.kind) {
    case 'property':
      return { rule, says: `${verb} the property ${JSON.stringify(meaning.name)}` };
    case 'matching':
      return { rule, says: `${verb} properties that match ${JSON.stringify(meaning.pattern)}` };
    case 'additional':
      return { rule, says: `${verb} properties that it does not name` };
  }
}
