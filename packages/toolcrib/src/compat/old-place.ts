import type { SchemaNode } from '../core/json-schema/document.ts';
import type { Formulas } from './formula.ts';
import type { Meaning, PartMeaning } from './meaning.ts';

const MAX_MEANINGS = 2_000;

/** The constraints of schemas of the old side, those of their alternatives included: whatever may apply at a place. */
export function listOldMeanings(schemas: readonly SchemaNode[], formulas: Formulas): readonly Meaning[] {
  const meanings: Meaning[] = [];
  const pending = [...schemas];
  for (const schema of pending) {
    if (typeof schema === 'boolean' || meanings.length > MAX_MEANINGS) continue;
    for (const { meaning } of formulas.split(formulas.before, schema)) {
      meanings.push(meaning);
      if ('schemas' in meaning) pending.push(...meaning.schemas);
      else if (meaning.kind === 'condition') pending.push(meaning.whenTrue, meaning.whenFalse);
    }
  }
  return meanings;
}

/** What the old side says about the part of a value that a constraint of the new side is about. Not exact: it only guides. */
export function listOldInside(meanings: readonly Meaning[], part: PartMeaning): readonly SchemaNode[] {
  return meanings.flatMap((meaning) =>
    isSamePart(meaning, part) && 'schema' in meaning ? [meaning.schema] : [],
  );
}

function isSamePart(meaning: Meaning, part: PartMeaning): boolean {
  switch (part.kind) {
    case 'property':
      if (meaning.kind === 'additional') return !meaning.names.has(part.name);
      return meaning.kind === 'property' && meaning.name === part.name;
    case 'matching':
      return meaning.kind === 'matching' || meaning.kind === 'additional';
    case 'additional':
      return meaning.kind === 'additional';
    case 'item':
      return (meaning.kind === 'item' && meaning.index === part.index) || meaning.kind === 'items';
    case 'items':
      return meaning.kind === 'items' || meaning.kind === 'item';
  }
}
