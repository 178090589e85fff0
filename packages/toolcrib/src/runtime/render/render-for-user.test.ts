import { describe, expect, it } from 'vitest';
import { failed, record } from '../../../../../test/call-record.ts';
import { weather } from '../../../../../test/weather.ts';
import { Artifact } from '../../core/artifact.ts';
import { Media } from '../../core/media.ts';
import type { CallDetails, CallRecordFields } from '../call-record.ts';
import type { CallResult } from '../call-result.ts';
import { renderForUser } from './render-for-user.ts';

class TestArtifact extends Artifact {
  override stream(): ReadableStream<Uint8Array> {
    return new ReadableStream();
  }
}

const artifact = new TestArtifact({ id: 'art-1', mimeType: 'text/plain', byteLength: 9 });

function details(args: CallDetails['args'], cause?: unknown): CallDetails {
  return { args, cause, resultIssues: [] };
}

describe('renderForUser', () => {
  it('tells what happened, with which arguments, and what came of it', () => {
    const gates = [{ name: 'approval', status: 'approved', approver: 'grace', reason: 'fine' }] as const;

    expect(renderForUser(record({ gates }))).toEqual({
      title: 'weather',
      summary: 'weather ran in 12 ms',
      args: '{\n  "city": "Vienna"\n}',
      issues: [],
      result: 'sunny',
      gates: ['approval: approved by grace: fine'],
    });
    expect(renderForUser(record({ tool: weather({ title: 'The weather' }) })).title).toBe('The weather');
  });

  const rejected = {
    name: 'approval',
    status: 'rejected',
    approver: 'ada',
    reason: 'too expensive',
  } as const;
  const late = { name: 'approval', status: 'timed_out' } as const;
  it.each<[string, Partial<CallRecordFields>]>([
    ['weather was not run again; this is the result of call-0', { replayOf: 'call-0' }],
    ['weather was not run: its arguments are invalid', { ...failed(), status: 'invalid_args' }],
    ['there is no tool "wether\\u{a}"', { ...failed(), status: 'unknown_tool', toolName: 'wether\n' }],
    ['denied by ada: too expensive', { ...failed(), status: 'denied', gates: [rejected] }],
    ['denied: No scope.', { ...failed({ message: 'No scope.' }), status: 'denied' }],
    ['nobody answered "approval" in time', { ...failed(), status: 'timed_out', gates: [late] }],
    [
      'weather did not finish in time, after 12 ms; whether it took effect is not known',
      { ...failed(), status: 'timed_out', sideEffect: 'unknown' },
    ],
    ['weather was aborted after 12 ms', { ...failed(), status: 'aborted' }],
    [
      'weather gave an invalid result after 12 ms; it took effect',
      { ...failed(), status: 'invalid_result', sideEffect: 'done' },
    ],
    ['weather failed after 12 ms: No such city.', failed({ message: 'No such city.' })],
  ])('says "%s"', (summary, fields) => {
    expect(renderForUser(record(fields)).summary).toBe(summary);
  });

  it('shows the fields of a result that is not redacted whole', () => {
    const result: CallResult = { kind: 'json', value: { password: 'changeme' } };

    expect(renderForUser(record({ result, isRedacted: false })).result).toContain('changeme');
    expect(renderForUser(record({ result })).result).not.toContain('changeme');
  });

  it('lists the failing fields', () => {
    const { issues } = renderForUser(
      record(failed({ issues: [{ path: ['days'], message: 'is required' }] })),
    );

    expect(issues).toEqual(['days is required']);
  });

  it.each<[CallResult, string]>([
    [{ kind: 'json', value: { a: 1, token: 'x' } }, '{\n  "a": 1,\n  "token": "[redacted]"\n}'],
    [{ kind: 'bytes', bytes: new TextEncoder().encode('ä') }, 'ä'],
    [
      { kind: 'bytes', bytes: new Uint8Array([0xff]) },
      'The result is 1 bytes that are no text; they are not shown.',
    ],
    [{ kind: 'artifact', artifact, preview: 'abc' }, 'artifact "art-1" (text/plain, 9 bytes)\nabc'],
    [{ kind: 'omitted', description: artifact }, 'artifact "art-1" (text/plain, 9 bytes), not kept'],
    [
      {
        kind: 'media',
        media: [
          new Media({
            kind: 'audio',
            mimeType: 'audio/ogg',
            trustTier: 'first-party',
            hazard: 'inert',
            source: new Uint8Array(),
          }),
        ],
      },
      'audio (audio/ogg)',
    ],
  ])('shows a result of kind $kind', (result, expected) => {
    expect(renderForUser(record({ result })).result).toBe(expected);
  });

  it('shows no secret of the arguments, whether its key or its form tells', () => {
    const args = {
      apiKey: 'abc',
      url: 'https://a:hunter2@x.test',
      nested: { list: [{ Password: 'hunter2' }] },
    };
    const gates = [{ name: 'g', status: 'approved', reason: 'password=hunter2' }] as const;
    const result: CallResult = { kind: 'text', text: 'password: hunter2' };
    const rendering = renderForUser(
      record({ ...failed({ message: 'password=hunter2' }), details: details(args), gates, result }),
    );

    expect(JSON.stringify(rendering)).not.toMatch(/hunter2|abc/);
    expect(rendering.args).toContain('https://a:[redacted:password]@x.test');
  });

  it('passes every text through the redactor that it is given', () => {
    const issues = [{ path: [], message: 'is Vienna' }];
    const gates = [{ name: 'Vienna', status: 'approved' }] as const;
    const result: CallResult = { kind: 'text', text: 'Vienna' };
    const shown = record({ ...failed({ message: 'Vienna', issues }), gates, result });

    expect(
      JSON.stringify(renderForUser(shown, { redact: (text) => text.replaceAll('Vienna', '*') })),
    ).not.toContain('Vienna');
  });

  it('never shows what was thrown', () => {
    const rendering = renderForUser(
      record({ ...failed(), details: details(undefined, new Error('hunter2')) }),
    );

    expect(rendering).toMatchObject({ args: undefined, result: undefined });
    expect(JSON.stringify(rendering)).not.toContain('hunter2');
  });

  it('cuts long arguments and results after they were redacted', () => {
    const text = `${'x'.repeat(1_990)} password=hunter2`;
    const rendering = renderForUser(record({ result: { kind: 'text', text }, details: details({ text }) }));

    expect(rendering.result).toBe(`${'x'.repeat(1_990)} password=… (cut, 2019 characters in all)`);
    expect(rendering.args?.length).toBeLessThan(2_050);
    expect(renderForUser(record(), { maxChars: 2 }).result).toBe('su… (cut, 5 characters in all)');
  });

  it('lets no text drive a terminal, and keeps its lines', () => {
    const text = 'a\tb\r\nc\u001b[2J\u009b1m\u202e\u2028\ud800 👨‍👩‍👧';
    const { result, args } = renderForUser(
      record({ result: { kind: 'text', text }, details: details({ '\u009b': '\u202e' }) }),
    );

    expect(result).toBe('a\tb\nc\\u{1b}[2J\\u{9b}1m\\u{202e}\\u{2028}\\u{d800} 👨‍👩‍👧');
    expect(args).toBe('{\n  "\\u{9b}": "\\u{202e}"\n}');
  });
});
