import { describe, expect, it } from 'vitest';
import { tool } from '../../../../../test/runtime.ts';
import type { CallRecord } from '../../runtime/call-record.ts';
import { FoundTools } from './found-tools.ts';

const tools = (...names: string[]) => names.map((name) => tool(name, () => ''));
const record = (invocationId: string, isOk = true) => ({ invocationId, isOk }) as CallRecord;
const namesOf = ({ tools: taken, isFull }: ReturnType<FoundTools['reserve']>) => ({
  names: taken.map(({ name }) => name),
  isFull,
});

describe('found tools', () => {
  it('are listed in the order of the calls, each once, whoever found them first', () => {
    const found = new FoundTools(10);
    found.reserve('second', tools('c', 'a'));
    found.reserve('first', tools('a', 'b'));
    expect(found.names).toEqual([]);

    expect(found.settle(record('first'))).toEqual(['a', 'b']);
    expect(found.settle(record('second'))).toEqual(['c', 'a']);
    expect(found.names).toEqual(['a', 'b', 'c']);
  });

  it('have room for so many, in searches that run at once too, and what is known takes none', () => {
    const found = new FoundTools(2);

    expect(namesOf(found.reserve('1', tools('a')))).toEqual({ names: ['a'], isFull: false });
    expect(namesOf(found.reserve('2', tools('b', 'a', 'c')))).toEqual({ names: ['b', 'a'], isFull: true });
    found.settle(record('1'));
    found.settle(record('2'));
    expect(namesOf(found.reserve('3', tools('c')))).toEqual({ names: [], isFull: true });
    expect(found.settle(record('3'))).toBeUndefined();
    expect(found.names).toEqual(['a', 'b']);
  });

  it('of earlier turns are there, and take no room', () => {
    const found = new FoundTools(1);
    found.loadEarlier(['a', 'b', 'a']);

    expect(found.names).toEqual(['a', 'b']);
    expect(namesOf(found.reserve('1', tools('b', 'c', 'd')))).toEqual({ names: ['b', 'c'], isFull: true });
  });

  it('are none of a call that failed, and its room is free again', () => {
    const found = new FoundTools(1);
    found.reserve('1', tools('a'));

    expect(found.settle(record('1', false))).toBeUndefined();
    expect(found.settle(record('1'))).toBeUndefined();
    expect(found.names).toEqual([]);
    expect(namesOf(found.reserve('2', tools('b'))).names).toEqual(['b']);
  });
});
