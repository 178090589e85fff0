import { describe, expect, it } from 'vitest';
import { lookAlikesOf } from './look-alikes.ts';

describe('lookAlikesOf', () => {
  it('finds a word in other letters, with gaps, in any text', () => {
    const { areIn } = lookAlikesOf('tool-p');

    expect(['a tool-p b', 't00l_p', 't\no o\u2028l - p', 'т\u{1f1f4}оl-р'].map(areIn)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(['tool', 'tol-p', 'toolp', 'to.ol-p', ''].map(areIn)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });

  it('lists each character once, and none of the letters themselves', () => {
    const letters = 'untrsedolp-';
    const { source } = lookAlikesOf(letters).pattern;
    const codes = [...source.matchAll(/\\u\{([0-9a-f]+)\}/g)].map(([, code]) => code);

    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.length).toBeGreaterThan(250);
  });

  it('has only characters that folding leaves as they are', () => {
    const { source } = lookAlikesOf('untrsedolp-').pattern;
    const characters = [...source.matchAll(/\\u\{([0-9a-f]+)\}/g)].map(([, code]) =>
      String.fromCodePoint(Number.parseInt(code ?? '', 16)),
    );
    const folded = (character: string) => character.normalize('NFKD').toLowerCase();

    expect(characters.filter((character) => folded(character) !== character)).toEqual([]);
  });
});
