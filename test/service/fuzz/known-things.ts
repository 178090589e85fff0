import type { SeededRandom } from '../../compat/seeded-random.ts';
import { pickFrom } from './pick-from.ts';

const MOST = 40;

const kinds = ['call', 'gate', 'key', 'digest', 'cursor', 'session', 'state'] as const;
type Kind = (typeof kinds)[number];

/** What a gate wants to have back with a decision. */
export type KnownGate = { readonly id: string; readonly toolDigest: string; readonly contentDigest: string };

/** What answers have told, for requests that are to get further than to "not found". */
export class KnownThings {
  readonly #things = new Map<Kind, string[]>(kinds.map((kind) => [kind, []]));
  readonly #gates: KnownGate[] = [];

  pick(kind: Kind, random: SeededRandom): string | undefined {
    return random.pick(this.#things.get(kind) ?? []);
  }

  pickGate(random: SeededRandom): KnownGate | undefined {
    return random.pick(this.#gates);
  }

  /** Remembers what a JSON answer tells, of the latest of each kind. */
  learn(answer: unknown, session: string | null): void {
    if (session !== null) this.#keep('session', session);
    this.#learn(answer, 0);
  }

  #learn(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 3) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) this.#learn(item, depth + 1);
      return;
    }
    const fields = value as Readonly<Record<string, unknown>>;
    if ('acceptedAt' in fields || fields.state === 'accepted' || fields.state === 'waiting')
      this.#keep('call', fields.id);
    if ('contentDigest' in fields && 'toolDigest' in fields) this.#learnGate(fields);
    // Only keys that requests have made: the others are needed.
    if ('key' in fields && 'record' in fields) this.#keep('key', (fields.record as { id?: unknown }).id);
    this.#keep('digest', fields.digest);
    this.#keep('cursor', fields.nextCursor);
    this.#keep('cursor', fields.cursor);
    this.#keep('state', fields.requestState);
    for (const inner of Object.values(fields)) this.#learn(inner, depth + 1);
  }

  #learnGate(fields: Readonly<Record<string, unknown>>): void {
    const { id, toolDigest, contentDigest } = fields;
    if (![id, toolDigest, contentDigest].every((text) => typeof text === 'string')) return;
    this.#keep('gate', id);
    // All three are texts.
    this.#gates.push({ id, toolDigest, contentDigest } as KnownGate);
    if (this.#gates.length > MOST) this.#gates.shift();
  }

  #keep(kind: Kind, text: unknown): void {
    if (typeof text !== 'string') return;
    const texts = this.#things.get(kind);
    if (texts === undefined || texts.includes(text)) return;
    texts.push(text);
    if (texts.length > MOST) texts.shift();
  }
}

/** A thing that is known, or a name that was given to it. */
export function pickKnown(options: {
  readonly random: SeededRandom;
  readonly known: KnownThings;
  readonly kind: Kind;
  readonly otherwise: string;
}): string {
  const { random, known, kind, otherwise } = options;
  return random.onceIn(8) ? otherwise : (known.pick(kind, random) ?? pickFrom(random, [otherwise]));
}
