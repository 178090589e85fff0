import { type Mix, type Phrase, toMix, toPhrase } from '../text/phrase.ts';

/** The rule that a signal is reported by. */
export type SignalRule =
  | 'instruction-like'
  | 'tool-shadowing'
  | 'deferred-behaviour'
  | 'secret-reference'
  | 'pseudo-markup';

/** Something in a text that counts against it. */
export interface Signal {
  readonly rule: SignalRule;
  /** Of signals of one family only the strongest counts. */
  readonly family: string;
  readonly weight: number;
  /** What the text does, as the end of "The text …". */
  readonly deed: string;
  /** Rows of words. */
  readonly phrases: readonly Phrase[];
  /** Words in one sentence, or in a sentence and the next, in any order. */
  readonly mixes: readonly Mix[];
  readonly reach: 'sentence' | 'neighbours';
  /** Whether it counts fully only in a sentence that tells the model what to do. */
  readonly needsAddressee: boolean;
}

type ByWeight = Readonly<Record<number, readonly string[]>>;

interface SignalFamily extends Pick<Signal, 'rule' | 'family' | 'deed'> {
  /** By weight: rows of words, as `toPhrase` reads them, and words in any order with ` & ` between them. */
  readonly always?: ByWeight;
  /** The same for what counts fully only in a sentence that tells the model what to do. */
  readonly addressed?: ByWeight;
  /** Words in any order in a sentence and the next. */
  readonly across?: ByWeight;
}

/** The signals of a family, one for each weight, the strongest first. */
export function toSignals(source: SignalFamily): readonly Signal[] {
  const { always = {}, addressed = {}, across = {}, ...family } = source;
  const compile = (sources: ByWeight, how: Pick<Signal, 'needsAddressee' | 'reach'>): Signal[] =>
    Object.entries(sources).map(([weight, list]) => ({
      ...family,
      ...how,
      weight: Number(weight),
      phrases: list.filter((item) => !item.includes('&')).map(toPhrase),
      mixes: list.filter((item) => item.includes('&')).map(toMix),
    }));
  return [
    ...compile(always, { needsAddressee: false, reach: 'sentence' }),
    ...compile(addressed, { needsAddressee: true, reach: 'sentence' }),
    ...compile(across, { needsAddressee: false, reach: 'neighbours' }),
  ].sort((left, right) => right.weight - left.weight);
}
