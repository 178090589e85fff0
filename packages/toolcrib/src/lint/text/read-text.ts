import { numberOf } from './concepts.ts';
import { type DecodedBlob, decodeBlobs } from './decode-blobs.ts';
import { MIN_NUMBERS } from './decode-numbers.ts';
import { weighEastAsian } from './east-asian-phrases.ts';
import { isPlainAscii, readTagCharacters, stripHidden } from './hidden-characters.ts';
import { weighMarkup } from './markup.ts';
import { runsProgram, weighPrograms } from './programs.ts';
import { readWords, type Words } from './read-words.ts';
import { hasEscapeMark, turnText, type Unmasked, unmaskText } from './unmask-text.ts';
import { type FoundSignal, weighWords } from './weigh-words.ts';

/** From here on a text is an attack, as far as anybody can tell. */
export const ERROR_WEIGHT = 7;
/** From here on somebody should read it. */
export const WARNING_WEIGHT = 5;

/** What a text says to a model. */
export interface Reading {
  /** What was read: the text itself, or what it says if it is written otherwise than people write. */
  readonly text: string;
  /** How it is written, if it had to be decoded. */
  readonly form: string | undefined;
  readonly signals: readonly FoundSignal[];
  /** Of all signals together. */
  readonly weight: number;
  readonly blobs: readonly BlobReading[];
  /** Whether it names a place where secrets are kept. */
  readonly namesSecrets: boolean;
  /** How long the longest piece without white space is. */
  readonly longest: number;
  /** Whether positions are those of the text; they are not where hidden characters were taken out. */
  readonly hasPositions: boolean;
  /** Whether other texts of the definition count as well. */
  readonly isJoined: boolean;
}

/** What is written in a form that people do not read, with what it says to a model. */
export interface BlobReading extends DecodedBlob {
  readonly weight: number;
  readonly deed: string;
}

const silence: Reading = Object.freeze({
  text: '',
  form: undefined,
  signals: [],
  weight: 0,
  blobs: [],
  namesSecrets: false,
  longest: 0,
  hasPositions: true,
  isJoined: false,
});
/** No instruction is shorter. */
export const MIN_LENGTH = 10;
/** No text as base64 is shorter. */
const MIN_BLOB = 16;

/** Reads a text as a model does: hidden characters, encodings, look-alike letters and spelling make no difference. */
export function readText(text: string): Reading {
  if (text.length < MIN_LENGTH) return silence;
  const isAscii = isPlainAscii(text);
  const shown = isAscii ? text : stripHidden(text);
  const words = readWords(shown);
  const hasEscapes = hasEscapeMark(shown);
  const plain = readShown(text, shown, { words, hasEscapes });
  if (plain.weight >= ERROR_WEIGHT) return plain;
  const unmasked = unmaskText(shown, words, { isAscii, hasEscapes });
  if (unmasked === undefined) return readTurned(plain, shown, words);
  const unmaskedWords = readWords(unmasked.text);
  const better = heavier(plain, unmasked, unmaskedWords);
  return readTurned(better, unmasked.text, unmaskedWords);
}

interface Shown {
  readonly words: Words;
  readonly hasEscapes: boolean;
}

function readShown(text: string, shown: string, { words, hasEscapes }: Shown): Reading {
  const signals = [...weighShown(shown, words), ...(shown === text ? [] : weighTags(text))];
  const blobs = hasEscapes || mayHaveBlobs(words) ? decodeBlobs(shown, words).map(readBlob) : [];
  const { present, longest } = words;
  const namesSecrets = present[numberOf.strong] !== 0 || present[numberOf.envVars] !== 0;
  const weight = sum(signals);
  const hasPositions = shown === text;
  const isJoined = false;
  return {
    text: shown,
    form: undefined,
    signals,
    weight,
    blobs,
    namesSecrets,
    longest,
    hasPositions,
    isJoined,
  };
}

function readTurned(reading: Reading, text: string, words: Words): Reading {
  return turnText(text, words).reduce(
    (found, turned) => heavier(found, turned, readWords(turned.text)),
    reading,
  );
}

/** A reading, or that of what it stands for if it says more. */
function heavier(reading: Reading, { text, form }: Unmasked, words: Words): Reading {
  const signals = weighShown(text, words);
  const weight = sum(signals);
  if (weight <= reading.weight) return reading;
  return { ...reading, text, form, signals, weight, hasPositions: false };
}

function mayHaveBlobs({ longest, numbers }: Words): boolean {
  return longest >= MIN_BLOB || numbers >= MIN_NUMBERS;
}

function weighShown(text: string, words: Words = readWords(text)): readonly FoundSignal[] {
  const found = weighWords(words);
  const isMeta = words.present[numberOf.meta] !== 0;
  const more = [...weighMarkup(text, isMeta), ...weighEastAsian(text), ...weighPrograms(text)];
  return more.length === 0 ? found : keepStrongest([...found, ...more]);
}

function weighTags(text: string): readonly FoundSignal[] {
  return weighShown(readTagCharacters(text));
}

function keepStrongest(signals: readonly FoundSignal[]): readonly FoundSignal[] {
  const strongest = new Map<string, FoundSignal>();
  for (const signal of signals) {
    if (signal.weight > (strongest.get(signal.family)?.weight ?? 0)) strongest.set(signal.family, signal);
  }
  return [...strongest.values()];
}

function readBlob(blob: DecodedBlob): BlobReading {
  const signals = weighShown(blob.text);
  if (runsProgram(blob.text)) return { ...blob, weight: ERROR_WEIGHT, deed: 'runs a program' };
  return { ...blob, weight: sum(signals), deed: signals[0]?.deed ?? '' };
}

function sum(signals: readonly FoundSignal[]): number {
  return signals.reduce((total, { weight }) => total + weight, 0);
}
