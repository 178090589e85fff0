/** The word of the marks, once more: a reader knows it from what is promised, not from the code. */
export const MARKER = 'untrusted-tool-output';

/** Characters that are drawn like those of the word: other scripts, small capitals, symbols, digits. */
export const lookAlikes: Readonly<Record<string, string>> = {
  u: 'ᴜυսʋ⋃∪ᑌ🅄🅤🆄🇺𝕦',
  n: 'ոռɴΝηŋƞꓠ🅝🅽🇳',
  t: 'тτᴛŧТΤ⊤Ꭲꓔ🅣🆃🇹',
  r: 'ʀгᴦꭇɍᎡ🅡🆁🇷',
  s: 'ѕꜱՏЅſƽꓢ🅢🆂🇸',
  e: 'еҽ℮ᴇεΕɇꓰ🅔🅴🇪',
  d: 'ԁᴅđɗðᎠꓓ🅓🅳🇩',
  o: 'оοσօᴏøΟΘ০〇0🅞🅾🇴',
  l: 'ӏIiІι1|ʟłℓᏞ∣🅛🅻🇱',
  p: 'рρᴘþΡƿᏢ🅟🅿🇵',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\u2043\u2796\u06d4\ufe58\ufe63\uff0d\u301c\u30a0_\uff3f',
};

/**
 * Reads as somebody does who sees letters where a machine sees code points: neither case nor width nor accents,
 * neither gaps nor what is invisible tell one text from another, and what is drawn alike is the same. Sameness of
 * letters is that of sorting, which has nothing to do with how the code under test finds it.
 */
export class CarelessReader {
  readonly #collator = new Intl.Collator('en', { sensitivity: 'base' });
  readonly #drawnLike = new Map(
    Object.entries(lookAlikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
  );
  readonly #read = new Map<string, string>();
  readonly #plain = new Map<string, string>();

  /** How often the word of the marks can be read in a text. */
  countMarkers(text: string): number {
    const seen = count(this.#join(text, this.#read, this.#toLetters), MARKER);
    if (!/[\u{e0020}-\u{e007e}]/u.test(text)) return seen;
    // Whoever reads tags at all reads them as letters.
    const untagged = text.replace(/[\u{e0020}-\u{e007e}]/gu, (tag) =>
      String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000),
    );
    return Math.max(seen, count(this.#join(untagged, this.#read, this.#toLetters), MARKER));
  }

  /** How often a nonce can be read. It is no word that anybody knows: what only looks like it is another one. */
  countNonces(text: string, nonce: string): number {
    return count(this.#join(text, this.#plain, this.#toPlain).toUpperCase(), nonce.toUpperCase());
  }

  #join(text: string, known: Map<string, string>, read: (character: string) => string): string {
    let joined = '';
    for (const character of text) {
      let letters = known.get(character);
      if (letters === undefined) {
        letters = read(character);
        known.set(character, letters);
      }
      joined += letters;
    }
    return joined;
  }

  readonly #toLetters = (character: string): string => {
    const alike = this.#drawnLike.get(character);
    if (alike !== undefined) return alike;
    if (/\s/.test(character) || this.#isInvisible(character)) return '';
    const known = Object.keys(lookAlikes).find((letter) => this.#collator.compare(letter, character) === 0);
    if (known !== undefined) return known;
    const parts = [...character.normalize('NFKC')];
    return parts.length === 1 ? character : parts.map(this.#toLetters).join('');
  };

  readonly #toPlain = (character: string): string =>
    [...character.normalize('NFKD')].filter((part) => !this.#isInvisible(part)).join('');

  #isInvisible(character: string): boolean {
    return /[\p{Cc}\p{Cs}]/u.test(character) || this.#collator.compare(character, '') === 0;
  }
}

function count(text: string, word: string): number {
  return text.split(word).length - 1;
}
