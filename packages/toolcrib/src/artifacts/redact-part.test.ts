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

  it.each([
    {
      name: 'artifact_json_slice',
      args: { path: '/note' },
      mimeType: 'application/json',
      wrap: (note: string) => JSON.stringify({ note }),
    },
    {
      name: 'artifact_markdown_text',
      args: {},
      mimeType: 'text/markdown',
      wrap: (note: string) => note,
    },
  ])('$name skips nothing where placeholders take more room than secrets', async ({ wrap, ...asked }) => {
    const note = Array.from({ length: 200 }, (_, at) => `user ${at} password=q${at}Zx7w`).join(' ');
    const ask = askAbout(wrap(note), asked.mimeType);
    const parts: string[] = [];
    for (let from: string | undefined = '0'; from !== undefined; ) {
      const [header = '', ...lines]: readonly string[] = (
        await ask(asked.name, { ...asked.args, from: Number(from) })
      ).split('\n');
      parts.push(lines.join('\n'));
      from = /Continue with from: (\d+)/.exec(header)?.[1];
    }

    const names = parts.join('').match(/user \d+/g);
    expect(names).toEqual(Array.from({ length: 200 }, (_, at) => `user ${at}`));
    expect(parts.join('')).not.toMatch(/Zx|…/);
    expect(parts.length).toBeLessThan(20);
  });

  it('show no secret of elements, headings, links and code', async () => {
    const elements = [
      { password: 'hunter2abc!', key: token },
      { key: `${'x'.repeat(570)} ${token}${'y'.repeat(900)}` },
    ];
    const json = askAbout(JSON.stringify(elements), 'application/json');
    const markdown = askAbout(
      `# About ${token}\n\n[${token}](https://a.test/?token=${token})\n\n\`\`\`\n${token}\n\`\`\`\n`,
      'text/markdown',
    );
    const answers = [
      await json('artifact_json_slice', { path: '' }),
      await json('artifact_json_slice', { path: '/1' }),
      await json('artifact_json_pluck', { path: '', fields: ['/password', '/key'] }),
      await json('artifact_json_filter', { path: '', field: '/password', operator: 'exists' }),
      await markdown('artifact_markdown_headings', {}),
      await markdown('artifact_markdown_links', {}),
      await markdown('artifact_markdown_code_blocks', {}),
    ];

    expect(answers.filter((answer) => shows(answer, token.slice(4)) || answer.includes('hunter2'))).toEqual(
      [],
    );
  });

  it('describe a value that does not fit once placeholders are in it', async () => {
    const values = Array.from({ length: 30 }, (_, at) => ({ password: `q${at}Zx7` }));
    const ask = askAbout(JSON.stringify({ values }), 'application/json');

    expect(await ask('artifact_json_get', { path: '/values' })).toMatch(
      /^<array of 30 elements.*too large to show/,
    );
  });
});
