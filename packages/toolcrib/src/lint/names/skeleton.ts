import { confusables } from './confusables.ts';

const targets: ReadonlyMap<string, string> = new Map(
  confusables.flatMap(([target, sources]) => [...sources].map((source) => [source, target] as const)),
);

/** Of ASCII, by the same table: these are drawn alike in many fonts. */
const asciiTargets: ReadonlyMap<string, string> = new Map([
  ['0', 'O'],
  ['1', 'l'],
  ['I', 'l'],
  ['|', 'l'],
  ['m', 'rn'],
]);

const isPlain = /^[A-HJ-Za-ln-z2-9_./:-]*$/;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * What a name looks like, by UTS #39: names with the same skeleton are drawn alike. It is no name itself, and not for
 * display: `modem` and `rnodern` both have the skeleton `rnodern`. Case is kept.
 */
export function skeletonOf(name: string): string {
  if (isPlain.test(name)) return name;
  let skeleton = '';
  for (const character of name.replace(ignorable, '').normalize('NFD')) {
    const target = targets.get(character);
    skeleton += target ?? mapCompatible(character);
  }
  return skeleton
    .replace(/[01Im|]/g, (character) => asciiTargets.get(character) ?? character)
    .normalize('NFD');
}

/** The ASCII that a character is drawn like, or the character itself. What is ASCII stays. */
export function toAsciiLookAlike(character: string): string {
  return targets.get(character) ?? mapCompatible(character);
}

/** NFKC turns what is fullwidth or mathematical into letters, which may be in the table themselves. */
function mapCompatible(character: string): string {
  if (character <= '~') return character;
  const form = character.normalize('NFKC');
  if (form === character) return character;
  let mapped = '';
  for (const part of form) mapped += targets.get(part) ?? part;
  return mapped;
}
