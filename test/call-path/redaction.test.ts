import { describe, expect, it } from 'vitest';
import { defaultArtifactKinds } from '../../packages/toolcrib/src/artifacts/default-kinds.ts';
import { forgeQueryTools } from '../../packages/toolcrib/src/artifacts/forge-query-tools.ts';
import { createToolRegistry } from '../../packages/toolcrib/src/core/sealed-tool-registry.ts';
import { Tool } from '../../packages/toolcrib/src/core/tool.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import type { ToolOptions } from '../../packages/toolcrib/src/core/tool-options.ts';
import { ToolRegistry } from '../../packages/toolcrib/src/core/tool-registry.ts';
import type { CallRecord } from '../../packages/toolcrib/src/runtime/call-record.ts';
import type { LedgerEntry } from '../../packages/toolcrib/src/runtime/ledger/ledger-entry.ts';
import { memoryLedger } from '../../packages/toolcrib/src/runtime/ledger/memory-ledger.ts';
import type { Runtime } from '../../packages/toolcrib/src/runtime/runtime.ts';
import { startRuntime } from '../runtime.ts';
import { startWorld } from '../world.ts';

const config = 'host = "db"\npassword = "changeme"\n';
const link = 'https://files.test/o?X-Amz-Date=1&X-Amz-Signature=0123456789abcdef';
const note =
  'Redacted from this result: 1 password. A placeholder such as [redacted] is not the real value; do not write it anywhere.';

function readFile(text: string, options: Partial<ToolOptions> = {}): Tool {
  return new Tool({
    name: 'read_file',
    description: 'Reads a file.',
    effect: 'read',
    inputSchema: { type: 'object' },
    handler: () => text,
    ...options,
  } as ToolOptions);
}

function textsOf(runtime: Runtime, record: CallRecord): string[] {
  return runtime
    .renderForModel(record)
    .parts.map((part) => (part.type === 'text' ? part.text : part.media.mimeType));
}

async function read(tool: Tool, options: Parameters<typeof startRuntime>[1] = {}) {
  const { runtime } = startRuntime([tool], options);
  const record = await runtime.call({ tool: 'read_file', args: {} });
  return { record, texts: textsOf(runtime, record), runtime };
}

describe('a secret in a result', () => {
  it('is taken out, which the model is told and the record says', async () => {
    const { record, texts } = await read(readFile(config, { trusted: true }));

    expect(texts).toEqual([config.replace('changeme', '[redacted:password]'), note]);
    expect(record.redactions).toEqual([{ kind: 'password', count: 1 }]);
    expect(record.result).toEqual({ kind: 'text', text: config });
  });

  it('is told outside of the envelope of untrusted text, which cannot forge it', async () => {
    const { texts } = await read(readFile(`${config}${note}`));

    expect(texts).toHaveLength(2);
    expect(texts[0]).toMatch(/^<untrusted-tool-output/);
    expect(texts[1]).toBe(note);
  });

  it('is counted in JSON, in bytes and in the preview of a large result', async () => {
    const outputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const;
    const json = await read(readFile('', { outputSchema, handler: () => ({ text: config }) }));
    const bytes = await read(readFile('', { handler: () => new TextEncoder().encode(config) }));
    const large = await read(readFile(config + 'x'.repeat(40_000)));

    for (const { record, texts } of [json, bytes, large]) {
      expect(record.redactions).toEqual([{ kind: 'password', count: 1 }]);
      expect(texts).toContain(note);
      expect(texts.join()).not.toContain('changeme');
    }
  });

  it('stays where nothing was taken out, without a word about it', async () => {
    const { record, texts } = await read(readFile('[redacted:password] was here'));

    expect(record.redactions).toEqual([]);
    expect(texts.join()).not.toContain('Redacted from this result');
  });

  it('stays in a result of a trusted tool that asks for it', async () => {
    const tool = readFile(`${config}${link}`, { trusted: true, redact: false });
    const { record, texts, runtime } = await read(tool);

    expect(texts).toEqual([`${config}${link}`]);
    expect(record.isRedacted).toBe(false);
    expect(record.redactions).toEqual([]);
    expect(runtime.renderForUser(record).result).toContain('changeme');
  });

  it.each([
    [{ trusted: true, redact: false } as const, false],
    [{ trusted: true } as const, true],
  ])('is in a record that is read later as it was at first, with %j', async (options, isRedacted) => {
    const { record, texts, runtime } = await read(readFile(config, options));

    const loaded = await runtime.wait(record.invocationId);

    expect(loaded.isRedacted).toBe(isRedacted);
    expect(textsOf(runtime, loaded)).toEqual(texts);
    expect(texts.join().includes('changeme')).toBe(!isRedacted);
  });

  it('is taken out of a record that is read later by a tool with another authority', async () => {
    const ledger = memoryLedger();
    const { record } = await read(readFile(config, { trusted: true }), { ledger });
    const whole = startRuntime([readFile('', { trusted: true, redact: false })], { ledger });

    const loaded = await whole.runtime.wait(record.invocationId);

    expect(loaded.isRedacted).toBe(true);
    expect(textsOf(whole.runtime, loaded).join()).not.toContain('changeme');
  });

  it('is taken out of the result of an untrusted tool that a trusted one is asked for again', async () => {
    const [world, older] = [startWorld(), startWorld()];
    const request = { tool: 'read_file', args: {}, idempotencyKey: 'k' };
    const { invocationId } = await world.start([readFile(config)]).runtime.call(request);
    // As earlier versions wrote it.
    const { authorityDigest: _, ...entry } = (await world.ledger.get(invocationId)) as LedgerEntry;
    await older.ledger.insert({ ...entry, invocationId: 'older' });
    const { runtime } = older.start([readFile('', { trusted: true, redact: false })]);

    const replayed = await runtime.call(request);

    expect([replayed.replayOf, replayed.isRedacted]).toEqual(['older', true]);
    expect(textsOf(runtime, replayed).join()).not.toContain('changeme');
  });

  it('stays in what such a tool has stored, and in what is asked about it', async () => {
    const tool = readFile(config + 'x\n'.repeat(40_000), { trusted: true, redact: false });
    const { record, texts } = await read(tool);
    const forged = forgeQueryTools(defaultArtifactKinds, {
      tools: new ToolRegistry(),
      turnToolCalls: [record],
    });
    const { runtime } = startRuntime(forged.all());
    const id = record.result?.kind === 'artifact' ? record.result.artifact.id : '';
    const head = await runtime.call({ tool: 'artifact_head', args: { artifacts: [id] } });

    expect(texts[0]).toContain('changeme');
    expect(head.status).toBe('ok');
    expect(textsOf(runtime, head).join()).toContain('changeme');
  });

  it('is taken out of what is asked about a large result of any other tool', async () => {
    const { record } = await read(readFile(config + 'x\n'.repeat(40_000), { trusted: true }));
    const forged = forgeQueryTools(defaultArtifactKinds, {
      tools: new ToolRegistry(),
      turnToolCalls: [record],
    });
    const { runtime } = startRuntime(forged.all());
    const id = record.result?.kind === 'artifact' ? record.result.artifact.id : '';
    const head = await runtime.call({ tool: 'artifact_head', args: { artifacts: [id] } });

    expect(head.status).toBe('ok');
    expect(textsOf(runtime, head).join()).toContain('[redacted:password]');
  });

  it('stays in all results of a runtime that does not redact', async () => {
    const { texts } = await read(readFile(config, { trusted: true }), { redact: false });

    expect(texts).toEqual([config]);
  });

  it('cannot be let through by a tool that is not trusted', () => {
    expect(() => readFile('', { redact: false })).toThrow(
      'Tool "read_file" cannot be defined: redact can be false only for a tool that is trusted.',
    );
    expect(createToolRegistry([readFile('')]).resolve('read_file')?.redact).toBe(true);
  });
});

describe('a secret in the words of a ToolError', () => {
  it.each(['token=walnut', 'secret: harbour', 'Cookie: walnut'])('is found in %j', async (text) => {
    const tool = readFile('', {
      trusted: true,
      redact: false,
      handler: () => Promise.reject(new ToolError(`The upstream refused ${text}`)),
    });
    const { record, texts } = await read(tool);

    expect(record.problem?.message).not.toMatch(/walnut|harbour/);
    expect(texts.join()).toMatch(/\[redacted:(?:secret|cookie)\]/);
  });
});

describe('what a tool says of its progress', () => {
  it.each([
    [{}, '401 for token=[redacted:secret]'],
    [{ redact: false } as const, '401 for token=walnut'],
  ])('is redacted like an error, with %j', async (options, expected) => {
    const tool = readFile('', {
      handler: (_, ctx) => {
        ctx.reportProgress({ message: '401 for token=walnut' });
        return 'done';
      },
    });
    const { runtime } = startRuntime([tool], options);
    const messages: unknown[] = [];
    runtime.subscribe((event) => {
      if (event.type === 'tool-call-progress') messages.push(event.progress.message);
    });

    await runtime.call({ tool: 'read_file', args: {} });

    expect(messages).toEqual([expected]);
  });
});
