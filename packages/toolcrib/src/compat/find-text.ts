import type { Budget } from './budget.ts';
import { toAlphabet } from './pattern-alphabet.ts';
import { buildPatternAutomaton } from './pattern-automaton.ts';
import { PatternRun, type SearchState } from './pattern-run.ts';

/** What a text must be like. Lengths are in code points. */
export interface TextConditions {
  readonly matching: readonly string[];
  readonly avoiding: readonly string[];
  readonly minLength: number;
  readonly maxLength: number;
}

/** A text that was read so far. */
interface Place {
  readonly states: readonly SearchState[];
  readonly length: number;
  readonly before: Place | undefined;
  readonly symbol: string;
}

const MAX_LENGTH = 300;

/** A text; or that there is none; or that it was not found out. */
export type FoundText =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'none' | 'unknown' };

/** A shortest text that matches all of some patterns and none of others. */
export function findText(conditions: TextConditions, budget: Budget): FoundText {
  const { matching, avoiding, minLength, maxLength } = conditions;
  if (minLength > MAX_LENGTH) return { kind: 'unknown' };
  const automata = [...matching, ...avoiding].map(buildPatternAutomaton);
  const runs: PatternRun[] = [];
  for (const automaton of automata) {
    if (automaton === undefined) return { kind: 'unknown' };
    budget.spend(automaton.steps.length);
    runs.push(new PatternRun(automaton, budget));
  }
  const alphabet = toAlphabet(automata.flatMap((automaton) => automaton?.edges ?? []));
  // Beyond this length, one character more makes no difference; a very large maximum is left to whoever checks the text.
  const horizon = maxLength <= MAX_LENGTH ? maxLength + 1 : minLength;
  const isDead = (states: readonly SearchState[]) =>
    states.some((state, index) => index >= matching.length && state.isFound);
  const isGoal = ({ states, length }: Place) =>
    length >= minLength && states.every((state, index) => state.isFoundAtEnd === index < matching.length);

  const start: Place = { states: runs.map((run) => run.start), length: 0, before: undefined, symbol: '' };
  const queue = isDead(start.states) ? [] : [start];
  const seen = new Set<string>([keyOf(start)]);
  for (const place of queue) {
    if (isGoal(place)) return { kind: 'found', text: toText(place) };
    budget.spend(alphabet.length);
    for (const symbol of alphabet) {
      const length = Math.min(place.length + 1, horizon);
      if (length > maxLength) continue;
      const states = runs.map((run, index) => run.read(place.states[index] ?? run.start, symbol));
      const next: Place = { states, length, before: place, symbol };
      const key = keyOf(next);
      if (seen.has(key) || isDead(states)) continue;
      seen.add(key);
      queue.push(next);
    }
  }
  return { kind: 'none' };
}

function keyOf({ states, length }: Place): string {
  return `${length}:${states.map(({ id }) => id).join()}`;
}

function toText(place: Place): string {
  let text = '';
  for (let current: Place | undefined = place; current; current = current.before)
    text = current.symbol + text;
  return text;
}
