import { describe, expect, it } from 'vitest';
import { InputTexts } from './input-texts.ts';

describe('InputTexts', () => {
  it('gives the text of a call that is no JSON, once', () => {
    const texts = new InputTexts();

    texts.start('a');
    for (const delta of ['{"path":', ' /home}']) texts.append('a', delta);

    expect(texts.takeUnreadable('a')).toBe('{"path": /home}');
    expect(texts.takeUnreadable('a')).toBeUndefined();
  });

  it.each(['{"path":"/a"}', '', ' '])('leaves %j alone', (text) => {
    const texts = new InputTexts();

    texts.start('a');
    texts.append('a', text);

    expect(texts.takeUnreadable('a')).toBeUndefined();
  });

  it('knows nothing of calls that it cannot tell apart, until all of them were run', () => {
    const texts = new InputTexts();

    texts.start('a');
    texts.append('a', '{"secret":');
    texts.start('a');
    texts.append('a', '"x');
    const first = texts.takeUnreadable('a');
    texts.append('a', '{');
    const second = texts.takeUnreadable('a');
    texts.start('a');
    texts.append('a', '{');

    expect([first, second, texts.takeUnreadable('a')]).toEqual([undefined, undefined, '{']);
  });

  it('forgets the oldest of few calls that are long', () => {
    const texts = new InputTexts();

    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      texts.start(id);
      texts.append(id, '{'.repeat(1_048_576));
    }

    expect(texts.takeUnreadable('a')).toBeUndefined();
    expect(texts.takeUnreadable('b')).toHaveLength(1_048_576);
  });

  it('forgets the oldest of many calls that are never run', () => {
    const texts = new InputTexts();

    for (let call = 0; call <= 1_000; call++) {
      texts.start(`${call}`);
      texts.append(`${call}`, '{');
    }

    expect(texts.takeUnreadable('0')).toBeUndefined();
    expect(texts.takeUnreadable('1')).toBe('{');
    expect(texts.takeUnreadable('1000')).toBe('{');
  });
});
