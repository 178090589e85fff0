/** A character that cannot be seen where it stands. */
export interface HiddenCharacter {
  readonly index: number;
  readonly character: string;
  readonly severity: 'error' | 'warning';
}

/**
 * Why a character may stand where it cannot be seen. The author could as well leave it out, so that many of them can
 * spell something: `judgeHidden` takes an exemption back where a text uses it more than its script needs.
 */
type Exemption = 'joiner' | 'break' | 'selector' | 'sequence' | 'enclosing';
type Verdict = HiddenCharacter['severity'] | Exemption | undefined;

/** What may be hidden. Those that change the direction of text are another rule's. */
const candidates =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff0-\ufff8]/gu;
const harmless = /[\t\n\r\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Marks of Arabic and Syriac that are drawn around what follows them. */
const enclosing = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/;
/** Scripts in which letters are joined or kept apart by characters without a shape. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Mongolian}]/u;
/** Scripts that are written without spaces, with marks where a line may break. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The flags of England, Scotland and Wales are the only ones that are spelled with tag characters. */
const flag =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
const joinedEmoji =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?){1,9}/gu;
/** As a literal, a pattern with this flag needs a later target than the one that the package is compiled for. */
const UNICODE_SETS = 'v';
const knownEmoji = new RegExp('^\\p{RGI_Emoji}$', UNICODE_SETS);
const emojiForms = /(?![0-9#*])(\p{Emoji})([\ufe0e\ufe0f]?)/gu;
const arabicJoiners = /(?<=\p{Script=Arabic})[\u200c\u200d]/gu;
const words = /\S+/g;
const joiners = /[\u200b-\u200d]/g;
/** What the marks of {@link enclosing} are drawn around. */
const enclosed = /(?!\p{Cf})[\p{N}\p{Script=Arabic}\p{Script=Syriac}]/u;

/** Fewer choices than this cannot spell a byte. */
const MIN_CHOICES = 8;
/** No script needs one hidden character for so few letters. */
const MIN_LETTERS = 3;

/** The characters of a text that cannot be seen, apart from those that shape what is drawn around them. */
export function judgeHidden(text: string): readonly HiddenCharacter[] {
  const plain = blankEmoji(text);
  const found: { index: number; character: string; verdict: Verdict }[] = [];
  for (const match of plain.matchAll(candidates)) {
    const { index } = match;
    const [character] = match;
    if (!harmless.test(character)) found.push({ index, character, verdict: judge(plain, index, character) });
  }
  const overused = findOverused(
    text,
    found.map(({ verdict }) => verdict),
  );
  return found.flatMap(({ index, character, verdict }): HiddenCharacter[] => {
    const severity = toSeverity(verdict, overused);
    return severity === undefined ? [] : [{ index, character, severity }];
  });
}

function toSeverity(
  verdict: Verdict,
  overused: ReadonlySet<Exemption>,
): HiddenCharacter['severity'] | undefined {
  if (verdict === undefined || verdict === 'error' || verdict === 'warning') return verdict;
  if (overused.has(verdict)) return 'error';
  return verdict === 'sequence' ? 'warning' : undefined;
}

/** Emoji that everybody draws as one hide nothing. */
function blankEmoji(text: string): string {
  return text
    .replace(flag, blank)
    .replace(joinedEmoji, (sequence) => (knownEmoji.test(sequence) ? blank(sequence) : sequence));
}

function blank(run: string): string {
  return ' '.repeat(run.length);
}

function judge(text: string, index: number, character: string): Verdict {
  const before = characterBefore(text, index);
  const after = String.fromCodePoint(text.codePointAt(index + character.length) ?? 0x20);
  switch (character) {
    case '\u200d':
      if (/\p{Extended_Pictographic}/u.test(after)) return isEmojiEnd(before) ? 'sequence' : 'error';
      return joining.test(before) ? 'joiner' : 'error';
    case '\u200c':
      return joining.test(before) && joining.test(after) ? 'joiner' : 'error';
    case '\u200b':
      return isBreak(before, after) ? 'break' : 'error';
    case '\ufe0e':
    case '\ufe0f':
      return isEmojiBase(before, after) ? 'selector' : 'error';
    case '\ufeff':
      return index === 0 ? 'warning' : 'error';
    case '\u2800':
      return /[\u2801-\u28ff]/.test(before + after) ? undefined : 'error';
  }
  if (/[\u180b-\u180f]/.test(character)) return /\p{Script=Mongolian}/u.test(before) ? 'joiner' : 'error';
  if (enclosing.test(character)) {
    return enclosed.test(after) ? 'enclosing' : 'error';
  }
  return 'error';
}

/** A keycap is a digit with a variation and a frame; alone the variation would be a message. */
function isEmojiBase(before: string, after: string): boolean {
  return /[0-9#*]/.test(before) ? after === '\u20e3' : /\p{Emoji}/u.test(before);
}

function isEmojiEnd(before: string): boolean {
  return /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u.test(before);
}

/** Between two of them there is nothing to break. */
function isBreak(before: string, after: string): boolean {
  return (unspaced.test(before) && after !== '\u200b') || (unspaced.test(after) && before !== '\u200b');
}

/** The exemptions that a text has enough of to spell something. */
function findOverused(text: string, verdicts: readonly Verdict[]): ReadonlySet<Exemption> {
  const count = (exemption: Exemption) => verdicts.filter((verdict) => verdict === exemption).length;
  const overused = new Set<Exemption>();
  if (isTooDense(count('joiner'), text, joining) || hasMixedJoiners(text)) overused.add('joiner');
  if (isTooDense(count('break'), text, unspaced)) overused.add('break');
  if (count('joiner') + count('break') > 0 && countMixedWords(text) >= MIN_CHOICES) {
    overused.add('joiner').add('break');
  }
  if (count('enclosing') >= MIN_CHOICES && hasMixedMarks(text, count('enclosing'))) overused.add('enclosing');
  if (count('sequence') >= MIN_CHOICES) overused.add('sequence');
  if (count('selector') > 0 && countMixedForms(text) >= MIN_CHOICES) overused.add('selector');
  return overused;
}

/** Whether a text has more hidden characters than those of its letters that may need them. */
export function isTooDense(count: number, text: string, letters: RegExp): boolean {
  if (count < MIN_CHOICES) return false;
  let needed = 0;
  for (const character of text) if (letters.test(character)) needed++;
  return count * MIN_LETTERS > needed;
}

/** Whether Arabic letters are kept apart in some places, and joined in others where they are joined anyway. */
function hasMixedJoiners(text: string): boolean {
  const found = text.match(arabicJoiners) ?? [];
  const apart = found.filter((joiner) => joiner === '\u200c').length;
  return Math.min(apart, found.length - apart) >= MIN_CHOICES;
}

/** Whether signs of several kinds are drawn around numbers, or more of them than there are numbers for. */
function hasMixedMarks(text: string, count: number): boolean {
  const kinds = new Set([...text].filter((character) => enclosing.test(character)));
  return kinds.size > 1 || isTooDense(count, text, enclosed);
}

/** How many words a text has that stand elsewhere in it with other joiners, or without. */
function countMixedWords(text: string): number {
  return countMixed(Array.from(text.matchAll(words), ([word]) => [word.replace(joiners, ''), word] as const));
}

/** How many emoji a text draws that stand elsewhere in it with another selector, or without one. */
function countMixedForms(text: string): number {
  return countMixed(
    Array.from(text.matchAll(emojiForms), ([, base = '', form = '']) => [base, form] as const),
  );
}

/** How many have a form that is not the only one of what they are. */
function countMixed(found: readonly (readonly [thing: string, form: string])[]): number {
  const forms = new Map<string, Map<string, number>>();
  for (const [thing, form] of found) {
    const counts = forms.get(thing) ?? new Map<string, number>();
    forms.set(thing, counts.set(form, (counts.get(form) ?? 0) + 1));
  }
  let mixed = 0;
  for (const counts of forms.values()) {
    if (counts.size > 1) for (const count of counts.values()) mixed += count;
  }
  return mixed;
}

function characterBefore(text: string, index: number): string {
  if (index === 0) return ' ';
  const low = text.charCodeAt(index - 1);
  const isPair = index > 1 && low >= 0xdc00 && low <= 0xdfff;
  return text.slice(index - (isPair ? 2 : 1), index);
}
