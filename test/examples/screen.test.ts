import { describe, expect, it } from 'vitest';
import { Screen } from '../../examples/04-research-assistant/terminal/screen.ts';
import { toVisible } from '../../examples/04-research-assistant/terminal/to-visible.ts';

/** A screen of some columns, and what was written to it. */
function openScreen({ columns = 20, isTTY = false } = {}) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { screen: new Screen({ write, columns, isTTY }), text: () => written.join('') };
}

describe('Screen', () => {
  it('wraps a text that comes in pieces between words, each line with its prefix', () => {
    const { screen, text } = openScreen();

    for (const piece of ['one two th', 'ree four five ', 'six\n\nseven']) screen.flow(piece, '| ');
    screen.line('end');

    expect(text()).toBe('| one two three four\n| five six\n|\n| seven\nend\n');
  });

  it('shows no line that changes where nobody is watching', () => {
    const { screen, text } = openScreen();

    screen.status('1 of 3');

    expect(text()).toBe('');
  });

  it('takes the line that changes away before anything else is written', () => {
    const { screen, text } = openScreen({ isTTY: true });

    screen.status('1 of 3');
    screen.line('done');

    expect(text()).toBe('1 of 3\r\u001b[Kdone\n');
  });

  it('shows no line that changes while somebody types', () => {
    const { screen, text } = openScreen({ isTTY: true });

    const release = screen.hold();
    screen.status('1 of 3');
    release();
    screen.status('2 of 3');

    expect(text()).toBe('2 of 3');
  });
});

describe('toVisible', () => {
  it('leaves nothing that could drive a terminal', () => {
    expect(toVisible('a\u001b[2Jb\u0007\u202ec\r\n\td')).toBe('a[2Jbc\n\td');
  });
});
