import type { JsonValue } from '../../../core/json.ts';
import { getTypeMask, type TypeName, typeMasks } from '../../../core/json-schema/type-name.ts';
import { getKeywordType, isAssertion, type KeywordType } from '../keyword-facts.ts';
import { intersectTypes } from './merge-keywords.ts';
import type { NodeWriter } from './node-writer.ts';
import type { Reading } from './reading.ts';

const valueTypes: readonly TypeName[] = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array'];

/** The narrowest type of a value. */
function typeOf(value: JsonValue): TypeName {
  const mask = getTypeMask(value);
  // Every value is of one of them.
  return valueTypes.find((name) => (typeMasks[name] & mask) !== 0) as TypeName;
}

/** Whether a value is of one of some types. */
export function isOfType(value: JsonValue, types: readonly TypeName[]): boolean {
  return types.some((name) => (typeMasks[name] & getTypeMask(value)) !== 0);
}

/**
 * The types of a schema: those that it says, those of its values, or where a dialect needs one the type that
 * its keywords are made for. Undefined if every type will do.
 */
export function decideTypes(reading: Reading, writer: NodeWriter): readonly TypeName[] | undefined {
  const { types, values, unions } = reading;
  if (values !== undefined) {
    const ofValues = [...new Set(values.list.map(typeOf))];
    if (types === undefined) {
      writer.note('type', 'rewritten', 'The type of its values is said.');
      return ofValues;
    }
    const common = intersectTypes(types, ofValues);
    return common.length === 0 ? types : types.filter((type) => intersectTypes([type], common).length > 0);
  }
  const { dialect } = writer.context;
  const needsType = dialect.isStrict || dialect.types === 'openapi';
  if (types !== undefined || !needsType || unions.length > 0) return types;
  const implied = listImplied(reading);
  if (implied.length > 0) {
    const names = implied.join(' or ');
    writer.note('type', 'narrowed', `It says no type; its keywords are for values of type ${names}.`);
    return implied;
  }
  if (dialect.isStrict) writer.refuse('type', 'It says no type, and would take anything.');
  return undefined;
}

/** The types that the keywords of a schema are made for. */
function listImplied(reading: Reading): KeywordType[] {
  const { properties, required, additional, items, prefix, others } = reading;
  const implied = new Set<KeywordType>();
  if (properties !== undefined || required.length > 0 || additional !== undefined) implied.add('object');
  if (items !== undefined || prefix !== undefined) implied.add('array');
  for (const [keyword, { isForeign }] of others) {
    const type = isAssertion(keyword) && !isForeign ? getKeywordType(keyword) : undefined;
    if (type !== undefined) implied.add(type);
  }
  return [...implied];
}
