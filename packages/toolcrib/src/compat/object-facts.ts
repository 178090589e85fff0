import type { Literal } from './branch.ts';
import type { Formula, Formulas, Side } from './formula.ts';

/** Which keys a claim is about. */
export type KeyRange =
  | { readonly kind: 'any' }
  | { readonly kind: 'matching'; readonly pattern: KeyPattern }
  /** None of the names, and matching none of the patterns. */
  | {
      readonly kind: 'outside';
      readonly names: ReadonlySet<string>;
      readonly patterns: readonly KeyPattern[];
    }
  /** Keys of which a claim is true. */
  | { readonly kind: 'satisfying'; readonly claim: Formula };

export interface KeyPattern {
  readonly source: string;
  readonly side: Side;
}

/** What is known about an object. */
export interface ObjectFacts {
  least: number;
  most: number;
  readonly required: Set<string>;
  readonly forbidden: Set<string>;
  /** Claims about the property of a name, if there is one. */
  readonly byName: Map<string, Formula[]>;
  /** Claims about all properties in a range. */
  readonly byRange: { readonly range: KeyRange; readonly claim: Formula }[];
  /** Claims about all keys. */
  readonly names: Formula[];
  /** There is a property in the range of which the claims are true. */
  readonly existing: { readonly range: KeyRange; readonly claims: readonly Formula[] }[];
  /** Whether some objects are excluded as a whole. */
  hasExcluded: boolean;
}

/** Gathers what constraints say about an object. */
export function readObjectFacts(literals: readonly Literal[], formulas: Formulas): ObjectFacts {
  const facts: ObjectFacts = {
    least: 0,
    most: Number.POSITIVE_INFINITY,
    required: new Set(),
    forbidden: new Set(),
    byName: new Map(),
    byRange: [],
    names: [],
    existing: [],
    hasExcluded: false,
  };
  for (const literal of literals) readFact(facts, literal, formulas);
  return facts;
}

function readFact(facts: ObjectFacts, { meaning, side, holds }: Literal, formulas: Formulas): void {
  switch (meaning.kind) {
    case 'size':
      if ((meaning.end === 'least') === holds) {
        facts.least = Math.max(facts.least, holds ? meaning.limit : meaning.limit + 1);
      } else facts.most = Math.min(facts.most, holds ? meaning.limit : meaning.limit - 1);
      break;
    case 'required':
      (holds ? facts.required : facts.forbidden).add(meaning.name);
      break;
    case 'property': {
      const claims = facts.byName.get(meaning.name) ?? [];
      facts.byName.set(meaning.name, [...claims, formulas.claim(side, meaning.schema, holds)]);
      if (!holds) facts.required.add(meaning.name);
      break;
    }
    case 'matching':
      addRange(
        facts,
        { kind: 'matching', pattern: { source: meaning.pattern, side } },
        formulas.claim(side, meaning.schema, holds),
      );
      break;
    case 'additional': {
      const patterns = meaning.patterns.map((source) => ({ source, side }));
      addRange(
        facts,
        { kind: 'outside', names: meaning.names, patterns },
        formulas.claim(side, meaning.schema, holds),
      );
      break;
    }
    case 'names': {
      const claim = formulas.claim(side, meaning.schema, holds);
      if (holds) facts.names.push(claim);
      else facts.existing.push({ range: { kind: 'satisfying', claim }, claims: [] });
      break;
    }
    case 'values':
      facts.hasExcluded = true;
      break;
    default:
  }
}

/** A claim about all properties in a range; or, if it is negative, about one that exists. */
function addRange(facts: ObjectFacts, range: KeyRange, claim: Formula): void {
  if (claim.holds) facts.byRange.push({ range, claim });
  else facts.existing.push({ range, claims: [claim] });
}
