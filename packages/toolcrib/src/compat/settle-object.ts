import type { JsonValue } from '../core/json.ts';
import { type Candidates, NO_CANDIDATES, NO_IDEA } from './answer.ts';
import type { Literal } from './branch.ts';
import type { Formula } from './formula.ts';
import { type KeyRange, type ObjectFacts, readObjectFacts } from './object-facts.ts';
import { PropertyKeys } from './property-keys.ts';
import type { Solver } from './solver.ts';

/** An object may have this many properties in order to be built. */
const MAX_PROPERTIES = 300;
const ANY_KEY: KeyRange = { kind: 'any' };

/** The objects that satisfy constraints on their properties, if there are none or one can be built. */
export function settleObject(literals: readonly Literal[], solver: Solver): Candidates {
  solver.formulas.budget.spend(literals.length);
  const facts = readObjectFacts(literals, solver.formulas);
  if (facts.least > facts.most || facts.required.size > facts.most) return NO_CANDIDATES;
  for (const name of facts.required) if (facts.forbidden.has(name)) return NO_CANDIDATES;
  return new ObjectSettler(facts, solver).settle();
}

/** A key that a property may have, or an unnamed one, with what its value can be. */
interface Place {
  readonly key: string | undefined;
  readonly value: JsonValue | undefined;
}

class ObjectSettler {
  readonly #facts: ObjectFacts;
  readonly #solver: Solver;
  readonly #keys: PropertyKeys;
  readonly #entries = new Map<string, JsonValue>();

  constructor(facts: ObjectFacts, solver: Solver) {
    this.#facts = facts;
    this.#solver = solver;
    this.#keys = new PropertyKeys(facts, solver);
  }

  settle(): Candidates {
    let isKnown = true;
    for (const key of this.#facts.required) {
      const place = this.#findNamed(key, []);
      if (place === undefined) return NO_CANDIDATES;
      if (place.value === undefined) isKnown = false;
      else this.#entries.set(key, place.value);
    }
    // Each thing that must exist is looked at by itself first: only then is it shown that it cannot.
    for (const { range, claims } of this.#facts.existing) {
      const places = this.#listPlaces(range, claims);
      if (places === 'none') return NO_CANDIDATES;
    }
    const { required, least } = this.#facts;
    if (required.size < least && this.#countPossible() < least) return NO_CANDIDATES;
    if (this.#isEmptyOnly()) return { values: [{}], isComplete: true };
    if (!isKnown || !this.#addExisting() || !this.#fill()) return NO_IDEA;
    return { values: this.#listObjects(), isComplete: false };
  }

  /** What a property of a name can be; undefined if there can be no such property. */
  #findNamed(key: string, claims: readonly Formula[]): Place | undefined {
    if (this.#facts.forbidden.has(key)) return undefined;
    const isAllowed = this.#solver.formulas.areTrue(this.#facts.names, key);
    if (isAllowed === false) return undefined;
    const answer = this.#solver.solve([...this.#keys.claimsFor(key), ...claims]);
    if (answer.kind === 'empty') return undefined;
    return { key, value: answer.kind === 'found' && isAllowed ? answer.values[0] : undefined };
  }

  /** Where a property can be that must exist; `none` if nowhere. */
  #listPlaces(range: KeyRange, claims: readonly Formula[]): readonly Place[] | 'none' {
    const { required, most } = this.#facts;
    const isFull = required.size >= most;
    const places: Place[] = [];
    let isNone = true;
    for (const key of isFull ? required : this.#keys.mentioned) {
      const isInside = this.#keys.isInRange(key, range);
      if (isInside === false) continue;
      const place = this.#findNamed(key, claims);
      if (place === undefined) continue;
      isNone = false;
      if (isInside && place.value !== undefined) places.push(place);
    }
    if (isFull) return isNone ? 'none' : places;
    for (const { keyClaims, valueClaims } of this.#keys.listClasses(range)) {
      const value = this.#solver.solve([...valueClaims, ...claims]);
      if (value.kind === 'empty') continue;
      const key = this.#solver.solve(keyClaims);
      if (key.kind === 'empty') continue;
      isNone = false;
      if (key.kind !== 'found' || value.kind !== 'found') continue;
      // Keys that need no quotes in mind first.
      for (const name of key.values)
        if (typeof name === 'string') places.push({ key: name, value: value.values[0] });
    }
    return isNone ? 'none' : places;
  }

  /** Whether there can be no property; asked where the object without any may be excluded. */
  #isEmptyOnly(): boolean {
    const { most, hasExcluded } = this.#facts;
    return most === 0 || (hasExcluded && this.#countPossible() === 0);
  }

  /** How many properties there can be, or more; no more than the least number is counted exactly. */
  #countPossible(): number {
    const least = Math.max(this.#facts.least, 1);
    let count = 0;
    for (const key of this.#keys.mentioned) if (this.#findNamed(key, []) !== undefined) count++;
    if (count >= least) return count;
    const hasOthers = this.#keys
      .listClasses(ANY_KEY)
      .some(
        ({ keyClaims, valueClaims }) =>
          this.#solver.solve(valueClaims).kind !== 'empty' && this.#solver.solve(keyClaims).kind !== 'empty',
      );
    return hasOthers ? Number.POSITIVE_INFINITY : count;
  }

  #addExisting(): boolean {
    for (const { range, claims } of this.#facts.existing) {
      const places = this.#listPlaces(range, claims);
      if (places === 'none') return false;
      const free = places.find(({ key }) => key !== undefined && !this.#entries.has(key));
      const place = free ?? places[0];
      if (place?.key === undefined || place.value === undefined) return false;
      this.#entries.set(place.key, place.value);
    }
    return true;
  }

  /** Adds properties until there are enough. */
  #fill(): boolean {
    const { least } = this.#facts;
    if (least > MAX_PROPERTIES) return false;
    for (const key of this.#keys.mentioned) {
      if (this.#entries.size >= least) return true;
      const place = this.#entries.has(key) ? undefined : this.#findNamed(key, []);
      if (place?.value !== undefined) this.#entries.set(key, place.value);
    }
    for (const { keyClaims, valueClaims } of this.#keys.listClasses(ANY_KEY)) {
      if (this.#entries.size >= least) return true;
      const value = this.#solver.solve(valueClaims);
      if (value.kind !== 'found') continue;
      for (const key of this.#keys.listKeys(keyClaims, least)) {
        if (this.#entries.size >= least) return true;
        if (!this.#entries.has(key)) this.#entries.set(key, value.values[0]);
      }
    }
    return this.#entries.size >= least;
  }

  /** The object that was built, and the same with one property more, in case that it is excluded itself. */
  #listObjects(): readonly JsonValue[] {
    const built = Object.fromEntries(this.#entries);
    if (!this.#facts.hasExcluded) return [built];
    const others = [...this.#keys.mentioned].flatMap((key) => {
      const place = this.#entries.has(key) ? undefined : this.#findNamed(key, []);
      return place?.value === undefined ? [] : [{ ...built, [key]: place.value }];
    });
    const places = this.#listPlaces(ANY_KEY, []);
    const unnamed =
      places === 'none'
        ? []
        : places.slice(0, 3).map(({ key, value }) => ({
            ...built,
            ...(key !== undefined && value !== undefined && { [key]: value }),
          }));
    return [built, ...others, ...unnamed];
  }
}
