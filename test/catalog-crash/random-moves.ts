import type { ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';
import { createSeededRandom, type SeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import type { CatalogMove } from './catalog-move.ts';
import { sampleSpec } from './sample-spec.ts';

/** How many moves may be under way at once. */
export const MAX_AT_ONCE = 3;

const NAMES = 12;
const MAX_BATCH = 12;
const LONG_TEXT = 30_000;
const START = Date.parse('2026-01-01');
const SECOND = 1000;

/** A clock that stands still while a move is made, at another second for each. */
export interface MoveClock {
  index: number;
  now(): number;
}

/** The clock of whoever makes moves; set its `index` before each. */
export function moveClock(index: number): MoveClock {
  return {
    index,
    now() {
      return START + this.index * SECOND;
    },
  };
}

/** How many moves are begun together with the one of an index. One that starts from a snapshot is on its own. */
export function movesAtOnce(index: number): number {
  const most = 1 + (index % MAX_AT_ONCE);
  let count = 1;
  while (count < most && moveAt(index).do !== 'restore' && moveAt(index + count).do !== 'restore') count++;
  return count;
}

/** The move of an index: the same in every process. */
export function moveAt(index: number): CatalogMove {
  const random = createSeededRandom(index);
  const name = pickName(random);
  const kind = random.number();
  if (kind < 0.3) return { do: 'register', spec: pickSpec(random, name) };
  if (kind < 0.6) return { do: 'register-all', specs: pickSpecs(random) };
  if (kind < 0.7) return { do: random.number() < 0.5 ? 'disable' : 'enable', name };
  if (kind < 0.8) return { do: random.number() < 0.7 ? 'deprecate' : 'undeprecate', name };
  if (kind < 0.86) return { do: random.number() < 0.5 ? 'quarantine' : 'release', name };
  if (kind < 0.94) return { do: 'remove', name };
  return { do: 'restore', seed: index };
}

function pickSpecs(random: SeededRandom): readonly ToolSpec[] {
  const length = 2 + Math.floor(random.number() * (MAX_BATCH - 1));
  return Array.from({ length }, () => pickSpec(random, pickName(random)));
}

function pickName(random: SeededRandom): string {
  return `tool-${Math.floor(random.number() * NAMES)}`;
}

/** Some are so long that they fill pages of a database, and some have other content than their version should have. */
function pickSpec(random: SeededRandom, name: string): ToolSpec {
  const version = ['', '1.0.0', '1.1.0', '2.0.0', '3.0.0'][Math.floor(random.number() * 5)] ?? '';
  const spec = sampleSpec(name, version);
  if (version === '2.0.0') return { ...spec, description: `${name} `.padEnd(LONG_TEXT, name) };
  return random.number() < 0.03 ? { ...spec, title: 'Another one' } : spec;
}
