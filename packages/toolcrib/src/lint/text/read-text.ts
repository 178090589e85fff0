import { numberOf } from './concepts.ts';
import { type DecodedBlob, decodeBlobs } from './decode-blobs.ts';
import { weighEastAsian } from './east-asian-phrases.ts';
import { readTagCharacters, stripHidden } from './hidden-characters.ts';
import { weighMarkup } from './markup.ts';
import { readWords, type Words } from './read-words.ts';
import { type FoundSignal, weighWords } from './weigh-words.ts';

/** From here on a text is an attack, as far as anybody can tell. */
export const ERROR_WEIGHT = 7;
/** From here on somebody should read it. */
export const WARNING_WEIGHT = 5;

/** What a text says to a model. */
export interface Reading {
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
  signals: [],
  weight: 0,
  blobs: [],
  namesSecrets: false,
  longest: 0,
  hasPositions: true,
  isJoined: false,
});
/** No instruction is shorter. */
const MIN_LENGTH = 10;
/** No text as base64 is shorter. */
const MIN_BLOB = 16;
const escapeMarks: readonly string[] = ['%', '\\', '&#'];

/** Reads a text as a model does: hidden characters, encodings, look-alike letters and spelling make no difference. */
export function readText(text: string): Reading {
  if (text.length < MIN_LENGTH) return silence;
  const shown = stripHidden(text);
  const words = readWords(shown);
  const signals = [...weighShown(shown, words), ...(shown === text ? [] : weighTags(text))];
  const blobs = mayHaveBlobs(shown, words) ? decodeBlobs(shown).map(readBlob) : [];
  const { present, longest } = words;
  const namesSecrets = present[numberOf.strong] !== 0 || present[numberOf.envVars] !== 0;
  const hasPositions = shown === text;
  return { signals, blobs, weight: sum(signals), namesSecrets, longest, hasPositions, isJoined: false };
}

function mayHaveBlobs(text: string, { longest }: Words): boolean {
  return longest >= MIN_BLOB || escapeMarks.some((mark) => text.includes(mark));
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

/** One of these is in every program that is looked for. */
const mayHaveProgram =
  /\b(?:curl|wget|rm|chmod|nc|eval|powershell|echo|cat|sudo|printenv|scp|crontab|npx|git|alias|ufw)\b|\/dev\/tcp/i;
/** Programs that fetch and run something, or open a way in. */
const shellAttack =
  /\b(?:curl|wget)\b.{0,200}\|\s{0,8}(?:ba|z)?sh\b|\brm\s{1,8}-rf?\b|\/dev\/tcp\/|\bchmod\s{1,8}\+x\b|\bnc\s{1,8}-e\b|\beval\s{0,8}\(|\bpowershell\b.{0,80}-enc|\b(?:echo|cat|curl|wget|sudo|printenv|scp|crontab)\s.{0,160}(?:&&|\|\||>>|\|\s?\w)|\bcurl\s.{0,40}-X\s{1,4}POST\b|\bnpx\s{1,4}-y\b|\bgit\s{1,4}config\s{1,4}--global\b|\balias\s{1,4}\w{1,20}=|\bufw\s{1,4}disable\b|\bpowershell\b.{0,80}(?:hidden|\biwr\b|\biex\b)/i;

/** A way to run something else stands in no description but those that warn of it. */
function weighPrograms(text: string): readonly FoundSignal[] {
  if (!mayHaveProgram.test(text)) return [];
  const match = shellAttack.exec(text);
  if (match === null) return [];
  const position = { start: match.index, end: match.index + match[0].length };
  return [
    { rule: 'instruction-like', family: 'program', deed: 'has a program to run', weight: 5, ...position },
  ];
}

function readBlob(blob: DecodedBlob): BlobReading {
  const signals = weighShown(blob.text);
  if (shellAttack.test(blob.text)) return { ...blob, weight: ERROR_WEIGHT, deed: 'runs a program' };
  return { ...blob, weight: sum(signals), deed: signals[0]?.deed ?? '' };
}

function sum(signals: readonly FoundSignal[]): number {
  return signals.reduce((total, { weight }) => total + weight, 0);
}
