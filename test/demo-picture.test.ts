import { describe, expect, it } from 'vitest';
import { cutToFirstTurn, DEMO_PICTURE, drawDemo, hideTimes } from '../scripts/demo-picture.ts';
import { readText } from '../scripts/lib/repository.ts';
import { toTerminalPicture } from '../scripts/lib/terminal-picture.ts';

describe('the picture in the README', () => {
  it('shows what `npm run demo` prints; `npm run picture` draws it anew', async () => {
    expect(await drawDemo()).toBe(readText(DEMO_PICTURE));
  });

  it('has no times, and columns where they were', () => {
    expect(hideTimes('find ok    7 ms  note\nfind ok  1.2 s\nfind ok  104 ms  5 msgs in 42.5 hours')).toBe(
      'find ok    – ms  note\nfind ok   – ms\nfind ok    – ms  5 msgs in 42.5 hours',
    );
  });

  it('ends with the first turn, without its table, and says so', () => {
    const table = '  call   status   time  result\n  find   ok       7 ms';
    const turn = (answer: string) => `${answer}\n\n${table}\n  2 requests\n  status: done\n`;

    expect(cutToFirstTurn(`${turn('One.')}\n${turn('Two.')}`)).toMatch(
      /^One\.\n\n {2}2 requests\n {2}status: done\n\n.*Left out of this picture: .*$/,
    );
    expect(() => cutToFirstTurn('One.\n')).toThrow('no table of calls');
  });

  it('keeps text as it is, and its styles as they were', () => {
    const picture = toTerminalPicture(
      '\u001b[1ma < b & c\u001b[22m\n  \u001b[2mdim\u001b[22m rest \u001b[32m✓\u001b[39m',
      'A & B',
    );

    expect(picture).toContain('<title>A &amp; B</title>');
    expect(picture).toContain('<tspan style="font-weight:bold">a &lt; b &amp; c</tspan>');
    expect(picture).toContain(
      '>  <tspan style="fill:#8b949e">dim</tspan> rest <tspan style="fill:#3fb950">✓</tspan></text>',
    );
  });
});
