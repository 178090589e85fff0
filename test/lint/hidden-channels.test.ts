import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintSpec } from '../../packages/toolcrib/src/lint/index.ts';

/** Writes bytes into a text so that they cannot be seen. */
type Channel = (bytes: readonly number[]) => string;

/** One of two characters for each bit, with something that can be seen before it. */
function bits(bytes: readonly number[], carrier: string, [zero, one]: readonly [string, string]): string {
  return bytes
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')])
    .map((bit) => carrier + (bit === '1' ? one : zero))
    .join('');
}

const fromByte = (byte: number) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe00f + byte);
const tags = (bytes: readonly number[]) =>
  bytes.flatMap((byte) => [byte >> 4, byte & 15].map((half) => String.fromCodePoint(0xe0061 + half)));

const channels: Readonly<Record<string, Channel>> = {
  'tag characters': (bytes) => tags(bytes).join(''),
  'flags of regions that do not exist': (bytes) =>
    bytes.map((byte) => `🏴${tags([byte, byte]).join('')}\u{e007f}`).join(''),
  'flags of regions that begin as a real one does': (bytes) =>
    bytes.map((byte) => `🏴\u{e0067}\u{e0062}${tags([byte]).join('')}\u{e007f}`).join(''),
  'variation selectors after an emoji': (bytes) => `😀${bytes.map(fromByte).join('')}`,
  'a variation selector after each emoji': (bytes) => bytes.map((byte) => `😀${fromByte(byte)}`).join(' '),
  'a variation selector after each ideograph': (bytes) => bytes.map((byte) => `漢${fromByte(byte)}`).join(''),
  'emoji with a selector and without one': (bytes) => bits(bytes, '⭐', ['', '\ufe0f']),
  'emoji as text and as pictures': (bytes) => bits(bytes, '☀', ['\ufe0e', '\ufe0f']),
  'emoji that are joined and that are not': (bytes) => `😀${bits(bytes, '😀', [' ', '\u200d'])}😀`,
  'zero-width spaces and joiners': (bytes) => bits(bytes, '', ['\u200b', '\u200d']),
  'joiners after a letter of Arabic': (bytes) => `م${bits(bytes, '', ['\u200c', '\u200d'])}`,
  'joiners between letters of Arabic': (bytes) => `${bits(bytes, 'م', ['\u200c', '\u200d'])}م`,
  'letters of Arabic that are joined or not': (bytes) => `${bits(bytes, 'ر', ['', '\u200c'])}ر`,
  'letters of Devanagari that are joined or not': (bytes) => `${bits(bytes, 'क', ['', '\u200d'])}क`,
  'breaks between letters of Thai': (bytes) => `${bits(bytes, 'ก', ['', '\u200b'])}ก`,
  'one or two breaks between letters of Thai': (bytes) => `${bits(bytes, 'ก', ['\u200b', '\u200b\u200b'])}ก`,
  'selectors of Mongolian': (bytes) => bits(bytes, 'ᠠ', ['\u180b', '\u180c']),
  'selectors of Mongolian after Tamil': (bytes) => bits(bytes, 'க', ['\u180b', '\u180c']),
  'soft hyphens': (bytes) => bits(bytes, 'a', ['', '\u00ad']),
  'grapheme joiners': (bytes) => bits(bytes, 'e', ['', '\u034f']),
  'Hangul fillers': (bytes) => bits(bytes, '', ['\u3164', '\uffa0']),
  'interlinear annotation': (bytes) => bits(bytes, 'a', ['\ufff9', '\ufffb']),
  'invisible operators': (bytes) => bits(bytes, 'x', ['\u2061', '\u2064']),
  'marks around numbers that are not there': (bytes) => bits(bytes, 'a', ['\u0600', '\u0601']),
  'musical controls': (bytes) => bits(bytes, 'a', ['\u{1d173}', '\u{1d174}']),
  'code points that are no characters': (bytes) => bits(bytes, 'a', ['\ufdd0', '\u{1fffe}']),
  'directions between Latin letters': (bytes) => bits(bytes, 'a', ['\u200e', '\u200f']),
  'directions after a Hebrew letter': (bytes) => `שלום ${bits(bytes, '', ['\u200e', '\u200f'])}`,
  'a direction after each Hebrew letter': (bytes) => bits(bytes, 'ש', ['\u200e', '\u200f']),
  'empty isolates beside Hebrew': (bytes) => `שלום ${bits(bytes, '', ['\u2066\u2069', '\u2067\u2069'])}`,
  'an isolate around each Hebrew letter': (bytes) => bits(bytes, 'ש', [' \u2066ש\u2069 ', ' \u2067ש\u2069 ']),
  'joiners of two kinds in words of Persian': (bytes) =>
    bits(bytes, ' ', ['می\u200cخواهدکرد', 'می\u200dخواهدکرد']),
  'words of Persian with a joiner or without': (bytes) =>
    bits(bytes, ' ', ['می\u200cخواهدکردن', 'میخواهدکردن']),
  'words of Khmer with a break or without': (bytes) => bits(bytes, ' ', ['ស្វែងរក\u200bឯកសារ', 'ស្វែងរកឯកសារ']),
  'signs of two kinds before numbers': (bytes) => bits(bytes, 'عدد ', ['\u06001234 ', '\u06011234 ']),
  'signs before each digit': (bytes) => bits(bytes, '', ['1', '\u06001']),
  'spaces and no-break spaces between words': (bytes) => bits(bytes, 'word', [' ', '\u00a0']),
  'no-break spaces of two kinds': (bytes) => bits(bytes, 'mot', ['\u00a0!', '\u202f!']),
  'thin spaces and spaces': (bytes) => bits(bytes, 'word', [' ', '\u2009']),
  'ideographic spaces and spaces': (bytes) => bits(bytes, '漢字', [' ', '\u3000']),
  'two spaces of which one does not break': (bytes) => bits(bytes, 'Word.', [' \u00a0', '\u00a0 ']),
  'carriage returns and spaces': (bytes) => bits(bytes, 'word', [' ', '\r']),
  'ends of lines of two kinds': (bytes) => bits(bytes, 'word', ['\n', '\r\n']),
  'blanks of Braille and spaces': (bytes) => bits(bytes, '⠓⠑⠇⠇⠕', [' ', '\u2800']),
  'one blank of Braille or two': (bytes) => bits(bytes, '⠓⠑⠇⠇⠕', ['\u2800', '\u2800\u2800']),
  'spaces and tabs in a row': (bytes) => bits([...bytes, ...bytes], '', [' ', '\t']),
  'spaces and no-break spaces in a row': (bytes) => bits([...bytes, ...bytes], '', [' ', '\u00a0']),
  'lines with white space of different lengths': (bytes) =>
    bits([...bytes, ...bytes, ...bytes, ...bytes], 'word', ['\n', ' \n']),
  'one or two spaces between words': (bytes) =>
    bits([...bytes, ...bytes, ...bytes, ...bytes], 'word', [' ', '  ']),
  'spaces of different widths': (bytes) => bits(bytes, 'a', ['\u2002', '\u2004']),
};

function worst(description: string): string | undefined {
  const findings = lintSpec({ name: 'cover', description, inputSchema: { type: 'object' } });
  return findings.find(({ rule }) => rule.endsWith('-unicode'))?.severity;
}

/** Letters of a message; each has at least three bits that are set. */
const message = fc.array(fc.integer({ min: 0x61, max: 0x7a }), { minLength: 4, maxLength: 40 });

describe('text that cannot be seen', () => {
  it.each(Object.entries(channels))('is an error if it is spelled with %s', (_, spell) => {
    fc.assert(
      fc.property(message, (bytes) => {
        expect(worst(`Gets the time. ${spell(bytes)} Takes a zone.`)).toBe('error');
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['flags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['flags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['flags', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
    ['pictures', '☀️ ⚡️ ❤️ ✔️ ©️ 1️⃣ '],
    ['families', '👩‍👩‍👧 👨🏽‍🚀 🏳️‍🌈 🧑‍🤝‍🧑 '],
    ['Persian', 'این ابزار می‌خواهد فایل‌های کاربر را به‌روزرسانی کند و نمی‌تواند آن‌ها را پاک کند. '],
    ['Sinhala', 'ශ්‍රී ලංකාවේ ප්‍රදේශ '],
    ['Khmer', 'ឧបករណ៍​នេះ​ស្វែងរក​ឯកសារ​នៅ​ក្នុង​ថត '],
    ['Hebrew', 'שלום (API)\u200f עולם, הכלי מחזיר את הרשימה '],
    // Braille has blanks or spaces, not both.
    ['Braille', '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙⠀'],
    ['Braille', '⠓⠑⠇⠇⠕ ⠺⠕⠗⠇⠙ '],
    [
      'French',
      'Mode\u00a0: «\u00a0rapide\u00a0» ou «\u00a0lent\u00a0»\u00a0; 10\u00a0000\u00a0€, vraiment\u00a0? ',
    ],
    ['Japanese', '天気\u3000東京\u3000今日。'],
    ['numbers', 'At most 10\u202f000 rows of 5\u00a0kB each. '],
    ['text of no-break spaces', 'Gets\u00a0the\u00a0time\u00a0of\u00a0a\u00a0zone.\u00a0'],
    ['code', 'def f(a):\n    if a:\n\treturn  1\n\n    \n    return 2  \n'],
    ['tables', '| a    | b  |\n|------|----|\n| long | x  |\n'],
    ['Quran', 'بسم الله الرحمن الرحيم \u06dd١ الحمد لله رب العالمين \u06dd٢ '],
  ])('is not what %s are written with, however often they occur', (_, text) => {
    expect(worst(`${text.repeat(12)}.`)).toBeUndefined();
  });
});
