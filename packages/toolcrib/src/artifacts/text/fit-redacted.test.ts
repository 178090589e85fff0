import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../../test/artifacts/byte-artifact.ts';
import { redactCredentials } from '../../runtime/render/redact-credentials.ts';
import { SpooledArtifact } from '../spooled-artifact.ts';
import { fitRedacted } from './fit-redacted.ts';
import { utf8Length } from './utf8.ts';

const redact = redactCredentials;
/** No two are the same, and none is like anything else in a text. */
const secretOf = (index: number) => `q${String(index).padStart(4, '0')}Zx7`;
const lineOf = (index: number, kind: string) =>
  kind === 'secret' ? `user ${index} password=${secretOf(index)}` : kind.repeat((index % 7) + 1);

/** Lines with and without secrets, in runs, so that placeholders are dense in one place and rare in another. */
const text = fc
  .array(
    fc.record({
      kind: fc.constantFrom('secret', 'secret', 'word ', '€ ', ''),
      count: fc.integer({ min: 1, max: 40 }),
      end: fc.constantFrom('\n', '\n', '\r\n', '; '),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((runs) => {
    let index = 0;
    return runs
      .map(({ kind, count, end }) =>
        Array.from({ length: count }, () => `${lineOf(index++, kind)}${end}`).join(''),
      )
      .join('');
  });

/** One placeholder where a secret was with its name, also where two pages have a part of them each. */
const joinPlaceholders = (shown: string) =>
  shown.replace(/(?:[a-z]*=?\[redacted(?::[a-z]+)?\])+/g, '[redacted]');

function expectNoSecret(shown: string) {
  // Any four characters of one of them.
  expect(shown).not.toMatch(/q\d{3}|\d{4}|\dZ|Zx|x7/);
}

/** Long enough that a page is more than the placeholders at its two ends. */
const maxBytes = fc.integer({ min: 120, max: 2_000 });

describe('pages of a text with secrets', () => {
  it('cover all of it and show no secret, forwards', async () => {
    const property = fc.asyncProperty(text, maxBytes, async (content, room) => {
      const artifact = new SpooledArtifact(byteArtifact(content));
      const pages = [await artifact.cat({ maxBytes: room, redact })];
      for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
        pages.push(await artifact.cat({ ...next, maxBytes: room, redact }));

      const clean = redact(content);
      expect(pages.at(-1)?.toByte).toBe(artifact.byteLength);
      for (const [index, page] of pages.entries()) {
        expect(page.fromByte).toBe(pages[index - 1]?.toByte ?? 0);
        expect(utf8Length(page.text)).toBeLessThanOrEqual(room);
      }
      expect(joinPlaceholders(pages.map((page) => page.text).join(''))).toBe(joinPlaceholders(clean));
      expectNoSecret(pages.map((page) => page.text.replace(/user \d+/g, '')).join('|'));
      expect(pages.length).toBeLessThanOrEqual(Math.ceil((3 * utf8Length(clean)) / room) + 1);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('cover all of it and show no secret, backwards', async () => {
    const property = fc.asyncProperty(text, maxBytes, async (content, room) => {
      const artifact = new SpooledArtifact(byteArtifact(content));
      const options = { maxBytes: room, lines: 10_000, redact };
      const pages = [await artifact.tail(options)];
      for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
        pages.push(await artifact.tail({ ...options, ...next }));

      const clean = redact(content);
      const inOrder = pages.map((page) => page.text).reverse();
      expect(pages.at(-1)?.fromByte).toBe(0);
      for (const page of pages) expect(utf8Length(page.text)).toBeLessThanOrEqual(room);
      expect(joinPlaceholders(inOrder.join(''))).toBe(joinPlaceholders(clean));
      expectNoSecret(inOrder.map((part) => part.replace(/user \d+/g, '')).join('|'));
      expect(pages.length).toBeLessThanOrEqual(Math.ceil((3 * utf8Length(clean)) / room) + 1);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('are about full where every line has a secret', async () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => `user ${index} password=hunter${index}x\n`);
    const artifact = new SpooledArtifact(byteArtifact(lines.join('')));

    const page = await artifact.cat({ redact });

    expect(page.text.length).toBeGreaterThan(12_000);
    expect(page.isCut).toBe(false);
  });
});

describe('fitRedacted', () => {
  it('gives the smallest page where nothing fits, after few attempts', () => {
    const limits: number[] = [];
    const page = fitRedacted(1_000_000, (limit) => {
      limits.push(limit);
      return { text: 'x'.repeat(1_000_001), limit };
    });

    expect(page.limit).toBe(12);
    expect(limits.length).toBeLessThan(60);
  });
});
