import { expect, it } from 'vitest';
import { doAtOnce, doWithPauses, mapInPieces } from './pieces.ts';

const double = (items: readonly number[]) => mapInPieces(items, (item, index) => item * 2 + index * 100);
const few = [1, 2, 3, 4];
const many = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

it('does pieces at once, in order', () => {
  expect(doAtOnce(double(few))).toEqual([2, 104, 206, 308]);
  expect(doWithPauses(double(many), undefined)).toEqual(doAtOnce(double(many)));
});

it('does a few pieces without a promise, also if there is a pause', () => {
  expect(doWithPauses(double(few), () => Promise.reject(new Error('no')))).toEqual(doAtOnce(double(few)));
});

it('pauses after every four of many', async () => {
  let pauses = 0;
  const seen: number[] = [];
  const pieces = mapInPieces(many, (item) => seen.push(item));
  const pause = async () => {
    pauses += 1;
    expect(seen).toHaveLength(pauses * 4 + 4);
  };

  await doWithPauses(pieces, pause);

  expect(pauses).toBe(1);
  expect(seen).toEqual(many);
});

it('makes one piece of several items, if told so', () => {
  const pieces = [...mapInPieces(many, (item) => item, 3)];

  expect(pieces).toHaveLength(3);
  expect(doAtOnce(mapInPieces(many, (item) => item, 3))).toEqual(many);
});

it('ends with what a piece throws, or a pause', async () => {
  const failure = new Error('no');
  const fails = mapInPieces(many, (item) => {
    if (item === 9) throw failure;
  });

  await expect(doWithPauses(fails, async () => undefined)).rejects.toBe(failure);
  await expect(doWithPauses(double(many), () => Promise.reject(failure))).rejects.toBe(failure);
});
