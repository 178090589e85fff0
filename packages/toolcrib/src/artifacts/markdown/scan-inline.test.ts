import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countingText } from '../../../../../test/artifacts/counting-text.ts';
import { toPlainText } from './plain-text.ts';
import { scanInline } from './scan-inline.ts';

const definitions = new Map([
  ['REF', 'http://ref'],
  ['TWO WORDS', 'http://two'],
  ['ẞ', 'http://sharp'],
]);

/** `kind:text->target` of the links in a text. */
function linksOf(text: string): readonly string[] {
  return scanInline(text, (label) => definitions.get(label)).flatMap((span) =>
    'target' in span ? [`${span.kind}:${text.slice(span.textStart, span.textEnd)}->${span.target}`] : [],
  );
}

describe('links', () => {
  it.each([
    { text: '[a](b)', found: ['link:a->b'] },
    { text: '[a]( <b c> "t" ) ', found: ['link:a->b c'] },
    { text: "[a](b 't') [c](d (t))", found: ['link:a->b', 'link:c->d'] },
    { text: '[a](b(c)d)', found: ['link:a->b(c)d'] },
    { text: '[a](b\\)c) \\[d](e)', found: ['link:a->b)c'] },
    { text: '[a]()', found: ['link:a->'] },
    { text: '[a](b c) [a] (b) [a](b', found: [] },
    { text: '![a](b)', found: ['image:a->b'] },
    { text: '[![a](b)](c)', found: ['link:![a](b)->c', 'image:a->b'] },
    { text: '[a [b](c) d](e)', found: ['link:b->c'] },
    { text: '![a [b](c) d](e)', found: ['image:a [b](c) d->e', 'link:b->c'] },
    {
      text: '[a][ref] [ref][] [Ref] [none] [a][none]',
      found: ['link:a->http://ref', 'link:ref->http://ref', 'link:Ref->http://ref'],
    },
    { text: '[x][two\n  words] ![ref]', found: ['link:x->http://two', 'image:ref->http://ref'] },
    { text: '`[a](b)` ``[c](d)` ``', found: [] },
    { text: '[a`](b)`](c)', found: ['link:a`](b)`->c'] },
    {
      text: '<https://a.b/c> <me@x.y> <b> <not a link>',
      found: ['autolink:https://a.b/c->https://a.b/c', 'autolink:me@x.y->mailto:me@x.y'],
    },
    {
      text: 'see https://a.b/c_(d)), http://e. xhttp://f',
      found: ['autolink:https://a.b/c_(d)->https://a.b/c_(d)', 'autolink:http://e->http://e'],
    },
    { text: '[https://a](https://b)', found: ['link:https://a->https://b'] },
    { text: '[a\nb](c)', found: ['link:a\nb->c'] },
  ])('in $text', ({ text, found }) => {
    expect(linksOf(text)).toEqual(found);
  });
});

describe('plain text', () => {
  it.each([
    { text: '**a** *b* __c__ _d_ ~~e~~', plain: 'a b c d e' },
    { text: 'snake_case 2 * 3 a*b*c ~5', plain: 'snake_case 2 * 3 abc ~5' },
    { text: '[a *b*](c) ![d](e) [![f](g)](h) [i][j] [k]', plain: 'a b d f i [k]' },
    { text: '`a*b*` `` `c` ``', plain: 'a*b*  `c` ' },
    { text: '<b>a</b><br/> <https://x> 1 < 2 > 0', plain: 'a https://x 1 < 2 > 0' },
    { text: '\\*a\\* \\\\ b\\\nc', plain: '*a* \\ b\nc' },
    { text: 'a &amp; &lt;b&gt; &nope; &', plain: 'a & <b> &nope; &' },
  ])('of $text', ({ text, plain }) => {
    expect(toPlainText(text)).toBe(plain);
  });

  it('of any text has no character that the text has not, but for entities', () => {
    const marks = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '*',
      '_',
      '`',
      '``',
      '<',
      '>',
      '!',
      '\\',
      '\n',
      'a',
      ' ',
      '"',
      '~~',
    );
    fc.assert(
      fc.property(
        fc.array(marks).map((parts) => parts.join('')),
        (text) => {
          const plain = toPlainText(text);

          let place = 0;
          for (const character of plain) {
            place = text.indexOf(character, place) + 1;
            expect(place).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

describe('the work for a text', () => {
  const hostile = [
    '[',
    ']',
    '![',
    '[]',
    '*',
    '_',
    '`',
    '<',
    '(',
    '\\',
    '&',
    '[a](',
    '[a](<',
    '[a](b "',
    "[a](b '",
    '[a](b (',
    '[a](b',
    '[a](((',
    '](',
    '[a][',
    '[[a]',
    '[a](b)[',
    '[![a](b)](c)',
    '![',
    '`a``b```',
    '<a ',
    'http://',
    'https://a(',
    '<!--',
    '[a](b "c" ',
    '~~',
    '"',
  ];

  it.each(hostile)('[A3] grows no faster than the text, for %j again and again', (unit) => {
    const readsFor = (length: number, before: string) => {
      const { text, reads } = countingText(before + unit.repeat(length / unit.length));
      toPlainText(text);
      scanInline(text, () => 'x');
      return reads();
    };

    for (const before of ['', '[[[[[[', '[a](b "']) {
      const small = readsFor(600, before);
      expect(small).toBeLessThan(150 * 600);
      expect(readsFor(2_400, before)).toBeLessThan(5 * small + 500);
    }
  });
});
