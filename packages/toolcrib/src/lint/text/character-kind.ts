/** What a character does to the words around it. */
export type CharacterKind =
  | 'letter'
  | 'capital'
  | 'other'
  | 'space'
  | 'quote'
  | 'clause'
  | 'sentence'
  | 'line';

const white = /\s/;
const ascii: readonly CharacterKind[] = Array.from({ length: 128 }, (_, code) =>
  judgeCharacter(String.fromCharCode(code)),
);

/** What a UTF-16 unit does to the words around it. Only letters of ASCII count as letters; most others are `other`. */
export function kindOf(code: number): CharacterKind {
  if (code < 128) return ascii[code] ?? 'other';
  return code < 0x80 || code > 0x3002 ? judgeRare(code) : judgeCharacter(String.fromCharCode(code));
}

function judgeRare(code: number): CharacterKind {
  // Marks that end a sentence in full width.
  return code === 0xff01 || code === 0xff1f ? 'sentence' : 'other';
}

function judgeCharacter(character: string): CharacterKind {
  if (character >= 'a' && character <= 'z') return 'letter';
  if (character >= 'A' && character <= 'Z') return 'capital';
  if (character === '\n') return 'line';
  if ('"`“”„«»'.includes(character)) return 'quote';
  if (',;()—–'.includes(character)) return 'clause';
  if ('!?。'.includes(character)) return 'sentence';
  if ('[]{}<>*=|#^'.includes(character) || character <= ' ' || white.test(character)) return 'space';
  return 'other';
}
