import { describe, expect, it } from 'vitest';
import { DEMO_PICTURE, drawDemo, numberIds } from '../scripts/demo-picture.ts';
import { readText } from '../scripts/lib/repository.ts';
import { toTerminalPicture } from '../scripts/lib/terminal-picture.ts';

describe('the picture in the README', () => {
  it('shows what `npm start` prints; `npm run picture` draws it anew', async () => {
    expect(await drawDemo()).toBe(readText(DEMO_PICTURE));
  });

  it('has the same numbers for the same ids, in the order in which they come', () => {
    expect(numberIds('a 0f3c77aa… b deadbeef…, 0f3c77aa… 12345678 sha256:0f3c77aa')).toBe(
      'a 00000001… b 00000002…, 00000001… 12345678 sha256:0f3c77aa',
    );
  });

  it('keeps text as it is, and bold and dim as they were', () => {
    const picture = toTerminalPicture('\u001b[1ma < b & c\u001b[22m\n  \u001b[2mdim\u001b[22m rest', 'A & B');

    expect(picture).toContain('<title>A &amp; B</title>');
    expect(picture).toContain('<tspan style="font-weight:bold">a &lt; b &amp; c</tspan>');
    expect(picture).toContain('>  <tspan style="fill:#8b949e">dim</tspan> rest</text>');
  });
});
