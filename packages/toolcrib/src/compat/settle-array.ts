import { canonicalJson } from '../core/canonical-json.ts';
import type { JsonValue } from '../core/json.ts';
import { type Candidates, NO_CANDIDATES, NO_IDEA } from './answer.ts';
import type { Literal } from './branch.ts';
import type { Formula } from './formula.ts';
import { listSimpleValues } from './simple-values.ts';
import type { Solver } from './solver.ts';

/** So many items, or more, or at most so many, satisfy a claim. */
interface Count {
  readonly claim: Formula;
  readonly count: number;
}

/** An array may have this many items in order to be built. */
const MAX_ITEMS = 500;

/** The arrays that satisfy constraints on their items, if there are none or one can be built. */
export function settleArray(literals: readonly Literal[], solver: Solver): Candidates {
  return new ArraySettler(solver).settle(literals);
}

class ArraySettler {
  readonly #solver: Solver;
  #least = 0;
  #most = Number.POSITIVE_INFINITY;
  /** Claims about the item at an index, if there is one. */
  readonly #byIndex = new Map<number, Formula[]>();
  /** Claims about all items from an index on. */
  readonly #rests: { readonly from: number; readonly claim: Formula }[] = [];
  /** There is an item from an index on of which the claim is true. */
  readonly #existing: { readonly from: number; readonly claim: Formula }[] = [];
  readonly #atLeast: Count[] = [];
  readonly #atMost: Count[] = [];
  #isUnique = false;
  #hasEqualItems = false;

  constructor(solver: Solver) {
    this.#solver = solver;
  }

  settle(literals: readonly Literal[]): Candidates {
    for (const literal of literals) this.#read(literal);
    const prefix = Math.max(
      0,
      ...[...this.#byIndex.keys()].map((index) => index + 1),
      ...this.#rests.map(({ from }) => from),
    );
    if (prefix > MAX_ITEMS) return NO_IDEA;
    this.#most = Math.min(this.#most, this.#countDistinct(), this.#findLongest(prefix));
    if (this.#least > this.#most || this.#isContradictory(prefix)) return NO_CANDIDATES;
    if (this.#most === 0) return { values: [[]], isComplete: true };
    const array = this.#build(prefix);
    return array === undefined ? NO_IDEA : { values: [array], isComplete: false };
  }

  #read({ meaning, side, holds }: Literal): void {
    const claim = (schema: Formula['schema'], isTrue: boolean) =>
      this.#solver.formulas.claim(side, schema, isTrue);
    switch (meaning.kind) {
      case 'size':
        if ((meaning.end === 'least') === holds) {
          this.#least = Math.max(this.#least, holds ? meaning.limit : meaning.limit + 1);
        } else this.#most = Math.min(this.#most, holds ? meaning.limit : meaning.limit - 1);
        break;
      case 'item':
        this.#byIndex.set(meaning.index, [
          ...(this.#byIndex.get(meaning.index) ?? []),
          claim(meaning.schema, holds),
        ]);
        if (!holds) this.#least = Math.max(this.#least, meaning.index + 1);
        break;
      case 'items':
        (holds ? this.#rests : this.#existing).push({
          from: meaning.from,
          claim: claim(meaning.schema, holds),
        });
        break;
      case 'contains':
        // The branch was split, so that only one end is left where it does not hold.
        this.#readContains(meaning, claim, holds);
        break;
      case 'unique':
        if (holds) this.#isUnique = true;
        else this.#hasEqualItems = true;
        break;
      default:
    }
  }

  #readContains(
    { schema, least, most }: Extract<Literal['meaning'], { kind: 'contains' }>,
    claim: (schema: Formula['schema'], isTrue: boolean) => Formula,
    holds: boolean,
  ): void {
    if (!holds) {
      // Not at least so many, or not at most: at most one of the two ends is given then.
      if (least > 0) this.#addAtMost(claim(schema, true), claim(schema, false), least - 1);
      else this.#addAtLeast(claim(schema, true), most + 1);
      return;
    }
    if (least > 0) this.#addAtLeast(claim(schema, true), least);
    if (most !== Number.POSITIVE_INFINITY) this.#addAtMost(claim(schema, true), claim(schema, false), most);
  }

  #addAtLeast(claim: Formula, count: number): void {
    this.#existing.push({ from: 0, claim });
    this.#atLeast.push({ claim, count });
    this.#least = Math.max(this.#least, count);
  }

  #addAtMost(claim: Formula, opposite: Formula, count: number): void {
    if (count === 0) this.#rests.push({ from: 0, claim: opposite });
    this.#atMost.push({ claim, count });
  }

  #claimsAt(index: number): Formula[] {
    const rests = this.#rests.filter(({ from }) => from <= index).map(({ claim }) => claim);
    return [...(this.#byIndex.get(index) ?? []), ...rests];
  }

  /** How many items there can be if none may equal another, and only some values are allowed. */
  #countDistinct(): number {
    const counts = this.#rests.map(({ from, claim }) => {
      const values = this.#isUnique ? this.#solver.formulas.listValues(claim) : undefined;
      return values === undefined ? Number.POSITIVE_INFINITY : from + values.length;
    });
    return Math.min(...counts);
  }

  /** How many items there can be before one that nothing satisfies. */
  #findLongest(prefix: number): number {
    for (let index = 0; index <= prefix && index < this.#most; index++) {
      if (this.#solver.solve(this.#claimsAt(index)).kind === 'empty') return index;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Whether something must be there for which there is no place. */
  #isContradictory(prefix: number): boolean {
    if (this.#hasEqualItems && (this.#isUnique || !this.#canHaveEqualItems(prefix))) return true;
    if (this.#existing.some(({ from, claim }) => this.#listPlaces({ from, claim, prefix }).length === 0))
      return true;
    return this.#atLeast.some((least) =>
      this.#atMost.some((most) => least.count > most.count && this.#isImplied(least.claim, most.claim)),
    );
  }

  #isImplied(claim: Formula, other: Formula): boolean {
    const opposite = this.#solver.formulas.claim(other.side, other.schema, !other.holds);
    return this.#solver.solve([claim, opposite]).kind === 'empty';
  }

  /** Indexes at which a claim can be true; the first one after the prefix stands for all that follow. */
  #listPlaces({ from, claim, prefix }: { from: number; claim: Formula; prefix: number }): number[] {
    const places: number[] = [];
    for (let index = Math.min(from, prefix); index <= prefix && index < this.#most; index++) {
      const place = Math.max(index, from);
      if (place < this.#most && this.#solver.solve([...this.#claimsAt(place), claim]).kind !== 'empty')
        places.push(place);
    }
    return places;
  }

  #canHaveEqualItems(prefix: number): boolean {
    return this.#findEqualPair(prefix) !== undefined;
  }

  #findEqualPair(prefix: number): readonly [number, number] | undefined {
    for (let right = 1; right <= prefix + 1 && right < this.#most; right++) {
      for (let left = 0; left < right; left++) {
        const claims = [...this.#claimsAt(left), ...this.#claimsAt(right)];
        if (this.#solver.solve(claims).kind !== 'empty') return [left, right];
      }
    }
    return undefined;
  }

  #build(prefix: number): JsonValue | undefined {
    const wanted = this.#assign(prefix);
    const length = Math.max(this.#least, ...[...wanted.keys()].map((index) => index + 1));
    if (length > this.#most || length > MAX_ITEMS) return undefined;
    const items: JsonValue[] = [];
    const seen = new Set<string>();
    const filler = this.#atMost.map(({ claim }) =>
      this.#solver.formulas.claim(claim.side, claim.schema, !claim.holds),
    );
    for (let index = 0; index < length; index++) {
      const extra = wanted.get(index);
      // An item that nobody asked for had better not count.
      let item = this.#pick([...this.#claimsAt(index), ...(extra ?? filler)], seen);
      if (item === undefined && extra === undefined) item = this.#pick(this.#claimsAt(index), seen);
      if (item === undefined) return undefined;
      items.push(item);
      if (this.#isUnique) seen.add(canonicalJson(item));
    }
    const pair = this.#hasEqualItems ? this.#findEqualPair(prefix) : undefined;
    return pair === undefined ? items : this.#makeEqual(items, pair);
  }

  /** Where the items go that must be there, each beyond the prefix if it can be there. */
  #assign(prefix: number): Map<number, Formula[]> {
    const wanted = new Map<number, Formula[]>();
    let next = Math.max(prefix, ...this.#existing.map(({ from }) => from));
    const counted = this.#atLeast.flatMap(({ claim, count }) =>
      Array.from({ length: Math.min(count, MAX_ITEMS) - 1 }, () => ({ from: 0, claim })),
    );
    for (const { from, claim } of [...this.#existing, ...counted]) {
      const places = this.#listPlaces({ from, claim, prefix });
      const isBeyond = places.some((place) => place >= prefix) && next < this.#most;
      const free = places.find((place) => !wanted.has(place)) ?? places[0] ?? next;
      const place = isBeyond && free >= prefix ? next++ : free;
      wanted.set(place, [...(wanted.get(place) ?? []), claim]);
    }
    return wanted;
  }

  /** A value of which claims are true, and which is none of those seen. */
  #pick(claims: readonly Formula[], seen: ReadonlySet<string>): JsonValue | undefined {
    const answer = this.#solver.solve(claims);
    if (answer.kind !== 'found') return undefined;
    const isNew = (value: JsonValue) => seen.size === 0 || !seen.has(canonicalJson(value));
    const value = answer.values.find(isNew);
    if (value !== undefined) return value;
    return listSimpleValues(seen.size + 1).find(
      (simple) => isNew(simple) && this.#solver.formulas.areTrue(claims, simple),
    );
  }

  #makeEqual(items: readonly JsonValue[], [left, right]: readonly [number, number]): JsonValue | undefined {
    const shared = this.#pick([...this.#claimsAt(left), ...this.#claimsAt(right)], new Set());
    if (shared === undefined) return undefined;
    const built = [...items];
    while (built.length <= right) {
      const item = this.#pick(this.#claimsAt(built.length), new Set());
      if (item === undefined) return undefined;
      built.push(item);
    }
    built[left] = shared;
    built[right] = shared;
    return built;
  }
}
