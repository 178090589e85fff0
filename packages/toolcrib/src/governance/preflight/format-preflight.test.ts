import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDigest } from '../../core/digest.ts';
import { formatPreflight } from './format-preflight.ts';
import { type PreflightCheck, type PreflightReport, preflightStatuses } from './preflight-report.ts';

const locked: ToolDigest = `sha256/v1:${'0123456789abcdef'.repeat(4)}`;
const actual: ToolDigest = `sha256/v1:${'fedcba9876543210'.repeat(4)}`;

function reportOf(...tools: readonly PreflightCheck[]): PreflightReport {
  const counts = preflightStatuses.map((status) => [
    status,
    tools.filter((tool) => tool.status === status).length,
  ]);
  return {
    isReady: tools.every(({ status }) => status === 'ready'),
    sequence: 7,
    counts: Object.fromEntries(counts),
    tools,
  };
}

describe('formatPreflight', () => {
  it('is a table with reasons, digests that differ, suggestions and the sum', () => {
    const report = reportOf(
      { name: 'add', status: 'ready', lockedVersion: '1.0.0', locked, actual: locked },
      {
        name: 'get_weather',
        status: 'changed',
        lockedVersion: '1.0.0',
        locked,
        actual,
        version: { locked: '1.0.0', actual: '2.0.0' },
        reason: 'What a model reads of it is not what was locked: it differs in description, inputSchema.',
      },
      {
        name: 'send',
        status: 'missing',
        locked,
        reason: 'The catalogue has no such tool.',
        didYouMean: ['send_mail'],
      },
      { name: 'sum', status: 'disabled', locked, reason: 'It is gone.', replacement: 'add' },
      { name: 'x', status: 'denied', locked, reason: 'The caller may not use it.' },
    );

    expect(formatPreflight(report)).toMatchInlineSnapshot(`
      "STATUS       TOOL
      ready        add 1.0.0
      changed      get_weather 1.0.0
                   What a model reads of it is not what was locked: it differs in
                   description, inputSchema.
                   The version is 2.0.0 now.
                   Digest: locked 0123456789ab…, now fedcba987654…
      missing      send
                   The catalogue has no such tool.
                   Did you mean send_mail?
      disabled     sum
                   It is gone.
                   Use add instead.
      denied       x
                   The caller may not use it.

      Not ready. 5 locked: 1 ready, 1 changed, 1 missing, 1 disabled, 1 denied.
      "
    `);
  });

  it('says that nothing is locked', () => {
    expect(formatPreflight(reportOf())).toBe('STATUS       TOOL\n\nReady. 0 locked.\n');
  });

  it('lets nothing reach the terminal that could do something to it', () => {
    const reason = 'It is in quarantine: \u001b[2J\u202egood\u0007\nready        evil\u2028\u200b.';

    const text = formatPreflight(reportOf({ name: 'add', status: 'quarantined', locked, reason }));

    expect(text).toContain('\\u{1b}[2J\\u{202e}good\\u{7}\\u{a}ready');
    expect(text.split('\n').filter((line) => line.startsWith('ready'))).toEqual([]);
  });

  it('has at most 80 columns, whatever is in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const check = fc.record({
      name: text,
      status: fc.constantFrom(...preflightStatuses),
      lockedVersion: text,
      locked: fc.constant(locked),
      actual: fc.constant(actual),
      reason: text,
      didYouMean: fc.array(text, { maxLength: 3 }),
      replacement: text,
      source: fc.record({ locked: text, actual: text }),
    });
    fc.assert(
      fc.property(fc.array(check, { maxLength: 3 }), (tools) => {
        const lines = formatPreflight(reportOf(...tools)).split('\n');

        for (const line of lines) {
          expect([...line].length).toBeLessThanOrEqual(80);
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });

  it('counts letters that are two columns wide as two', () => {
    const name = '天気'.repeat(40);

    const [, row = ''] = formatPreflight(reportOf({ name, status: 'ready', locked })).split('\n');

    expect(row).toBe(`ready        ${'天気'.repeat(16)}天…`);
  });
});
