import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.ts';

describe('splitWords', () => {
  it.each([
    ['getUserById', ['get', 'user', 'by', 'id']],
    ['get_user_by_id', ['get', 'user', 'by', 'id']],
    ['get-user.by/id', ['get', 'user', 'by', 'id']],
    ['HTTPServerError', ['http', 'server', 'error']],
    ['parseJSON', ['parse', 'json']],
    ['page2of10', ['page', '2', 'of', '10']],
    ["Don't stop", ['don', 't', 'stop']],
  ])('takes %s apart', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it.each([
    ['s3', ['s3']],
    ['OAuth2', ['oauth2', 'oauth']],
    ['2FA', ['2fa']],
    ['sha256', ['sha256', 'sha']],
    ['k8s', ['k8s']],
    ['i18n', ['i18n']],
    ['B2B', ['b2b']],
  ])('keeps %s, which is a name with a number in it', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it('takes no notice of accents, width and ligatures of Latin letters', () => {
    expect(splitWords('Café Ｍünchen ﬁle')).toEqual(['cafe', 'munchen', 'file']);
  });

  it('splits other scripts as they are written', () => {
    expect(splitWords('погода в Москве')).toEqual(['погода', 'в', 'москве']);
    expect(splitWords('Ёлка ещё йод')).toEqual(['елка', 'еще', 'йод']);
    expect(splitWords('الطقس اليوم')).toEqual(['الطقس', 'اليوم']);
    expect(splitWords('天气预报')).toEqual(['天气', '气预', '预报']);
    expect(splitWords('天')).toEqual(['天']);
    expect(splitWords('搜索API文档')).toEqual(['搜索', 'api', '文档']);
  });

  it('has no words for what has none', () => {
    expect(splitWords('')).toEqual([]);
    expect(splitWords(' \0\t\u{1f600} … ]])) && || \ud800')).toEqual([]);
  });

  it('gives words without spaces in lower case, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const isWord = (word: string) => word === word.toLowerCase() && !/^$|[\s\p{P}]/u.test(word);
        expect(splitWords(text).filter((word) => !isWord(word))).toEqual([]);
      }),
    );
  });

  it('splits a text of ASCII the same way, whatever stands behind it', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 60 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(splitWords(`${text} …я`)).toEqual([...splitWords(text), 'я']);
      }),
    );
  });
});
