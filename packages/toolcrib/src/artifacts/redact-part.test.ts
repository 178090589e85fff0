import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArtifact } from '../../../../test/artifacts/byte-artifact.ts';
import { record } from '../../../../test/call-record.ts';
import { ctx as callContext } from '../../../../test/weather.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import { redactCredentials } from '../runtime/render/redact-credentials.ts';
import { redactPart } from '../runtime/render/redact-part.ts';
import { defaultArtifactKinds } from './default-kinds.ts';
import { forgeQueryTools } from './forge-query-tools.ts';

const token = 'ghp_Q7w2E9r4T6y1U8i3O5p0A2s4D6f8G1h3J5k7';
const body = Array.from({ length: 20 }, (_, at) => `${'MIIEvQ'.repeat(8)}${String(at).padStart(16, 'K')}`);
const pem = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----'].join('\n');

function askAbout(content: string, mimeType = 'text/plain') {
  const result = { kind: 'artifact', artifact: byteArtifact(content, { mimeType }), preview: '' } as const;
  const ctx = { tools: new ToolRegistry(), turnToolCalls: [record({ result })] };
  const tools = forgeQueryTools(defaultArtifactKinds, ctx, { maxAnswerBytes: 1_000 });
  return async (name: string, args: object) =>
    String(await tools.get(name)?.executor(callContext)({ artifacts: ['a'], ...args }));
}

/** Whether a text shows any eight characters of a secret. */
const shows = (text: string, secret: string) =>
  Array.from({ length: secret.length - 8 }, (_, at) => secret.slice(at, at + 8)).some((part) =>
    text.includes(part),
  );

describe('redactPart', () => {
  it('leaves a part as it is where nothing is a secret', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, part, after) => {
        expect(redactPart({ before, part, after }, (text) => text)).toBe(part);
      }),
    );
  });

  it('shows nothing of a secret, wherever a part begins and ends', () => {
    const text = `first line\n${'word '.repeat(20)}${token} and ${'more '.repeat(20)}\nlast line`;
    for (let start = 0; start < text.length; start += 3) {
      for (let end = start + 1; end < text.length; end += 7) {
        const part = { before: text.slice(0, start), part: text.slice(start, end), after: text.slice(end) };
        const clean = redactPart(part, redactCredentials);
        expect(shows(clean, token.slice(4))).toBe(false);
        if (!shows(part.part, token) && end <= text.indexOf(token)) expect(clean).toBe(part.part);
      }
    }
  });
});

describe('queries', () => {
  it.each(['artifact_cat', 'artifact_grep', 'artifact_tail'])(
    '%s shows no rest of a secret',
    async (name) => {
      const text = `${'x'.repeat(700)} ${token} ${'y'.repeat(700)}\nnext ${token} end\n`;
      const ask = askAbout(text);
      for (let place = 600; place < text.length; place += 5) {
        const args = name === 'artifact_tail' ? { before: place } : { fromByte: place };
        const answer = await ask(
          name,
          name === 'artifact_grep' ? { ...args, pattern: '[A-Za-z0-9]{3}' } : args,
        );
        expect(shows(answer, token.slice(4)), `${place} ${answer}`).toBe(false);
      }
    },
  );

  it('show no line of a private key alone', async () => {
    const ask = askAbout(`notes\n${pem}\nend of notes\n`);
    expect(await ask('artifact_cat', { from: 5, lines: 3 })).not.toContain('MIIEvQ');
    expect(await ask('artifact_grep', { pattern: '^MII' })).not.toContain('MIIEvQ');
    expect(await ask('artifact_grep', { pattern: '^MII', from: 9 })).not.toContain('MIIEvQ');
    expect(await ask('artifact_cat', { from: 20 })).toContain('end of notes');
  });

  it('show no password whose name is elsewhere', async () => {
    const ask = askAbout(
      JSON.stringify({ db: { password: 'hunter2abc!', key: `-- ${pem}` } }),
      'application/json',
    );
    expect(await ask('artifact_json_get', { path: '/db/password' })).not.toContain('hunter2');
    expect(await ask('artifact_json_slice', { path: '/db/password', from: 2 })).not.toContain('nter2');
    expect(await ask('artifact_json_slice', { path: '/db/key', from: 300 })).not.toContain('MIIEvQ');
  });
});
