/**
 * What is drawn like the letters of the marks, by the confusables of Unicode (UTS 39) and by how letters are sorted,
 * as code points, each in its folded form. Small capitals, and letters in circles, squares and flags are among them.
 */
const codePoints: Readonly<Record<string, string>> = {
  u: '289 28b 3c5 45f 57d 1200 144c 1d1c 1d7e 222a 22c3 a4f4 a79f ab4e ab52 ab9c 104f6 118d8 16f42 1f164 1f184 1f1fa',
  n: '14b 19e 272 273 274 3b7 3bd 572 578 57c 1d70 2c9b a4e0 a7a5 1018e 10513 1f15d 1f17d 1f1f3',
  t: '167 1ad 288 3c4 442 4ad 1d1b 1d75 20ae 22a4 2361 27d9 2c66 2ca7 a4d4 a787 ab72 10297 102b1 10315 118dc 16f0a 1f163 1f183 1f1f9 1f768',
  r: '24d 27c 27d 280 433 493 1587 1d26 1d72 2c85 a4e3 a75b a783 a7a7 ab47 ab48 ab71 ab81 aba2 104dc 16f35 1d216 1f161 1f181 1f1f7',
  s: '1bd 282 455 57f d1f 1d74 a4e2 a731 a785 a7a9 a7d9 aba5 abaa 10296 10448 118c1 16f3a 1f162 1f182 1f1f8',
  e: '247 3b5 435 4bd 4bf 1d07 212e 22ff 2d39 a4f0 ab32 ab7c 10286 118c6 118ce 1f154 1f174 1f1ea',
  d: 'f0 111 18c 256 257 501 146f 15de 15ea 1d05 20ab a4d2 a4d3 a77a ab70 abb7 1f153 1f173 1f1a5 1f1e9',
  o: '30 f8 275 3b8 3bf 3c3 3ed 43e 473 4e9 585 5e1 647 665 6be 6c1 6d5 6f5 6ff 7c0 966 9e6 a66 ae6 b20 b66 be6 c66 ce6 d20 d66 e50 ed0 1010 101d 1040 10d7 10ff 12d0 17e0 1d0f 1d11 2296 229d 236c 2c91 2c9f 2d31 2d41 2d54 3007 a4f3 a74b a79d ab3d ab3e ab74 ab8e abbb 10292 102ab 1042c 104ea 10516 114d0 118c8 118d5 118d7 118e0 11de0 1d21a 1f15e 1f17e 1f1f4 1f714',
  l: '31 69 7c 142 19a 1c0 268 269 26b 26d 29f 3b9 456 4cf 5c0 5d5 5df 627 661 673 6f1 7ca 14aa 16c1 2223 23fd 2502 2c93 2cd1 2d4f a4e1 a4f2 abae 1028a 10309 10320 10443 10526 118c3 118d2 11dda 11de1 16ec5 16f16 16f28 1d22a 1e8c7 1f15b 1f17b 1f1f1',
  p: 'fe 1a5 1bf 3c1 3f8 440 146d 1d18 1d7d 2374 2ca3 2ccf a4d1 abb2 10295 1f15f 1f17f 1f18a 1f1f5',
  '-': '5f 2d7 6d4 2043 2212 2238 2796 2a29 2a2a 2cb3 2cbb',
};

/** A word, in whatever is drawn like it, in folded text. */
export interface LookAlikes {
  readonly pattern: RegExp;
  areIn(folded: string): boolean;
}

/** For a word of small letters and dashes. Gaps between its characters are part of it. */
export function lookAlikesOf(word: string): LookAlikes {
  const others = (letter: string) => codePoints[letter]?.split(' ') ?? [];
  const pattern = toPattern(word, others);
  // Looking for this takes a fraction of the time, and most texts have nothing else.
  const inAscii = toPattern(word, (letter) =>
    others(letter).filter((code) => code.length <= 2 && code < '80'),
  );
  return { pattern, areIn: (folded) => folded.search(ASCII.test(folded) ? inAscii : pattern) !== -1 };
}

const ASCII = /^[\t-~]*$/;

/** Gaps and letters have nothing in common, so that no text takes long. */
function toPattern(word: string, others: (letter: string) => readonly string[]): RegExp {
  const classes = [...word].map((letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `[${[code, ...others(letter)].map((one) => `\\u{${one}}`).join('')}]`;
  });
  return new RegExp(classes.join('\\s*'), 'gu');
}
