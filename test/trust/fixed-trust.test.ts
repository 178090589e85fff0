import { describe, expect, it } from 'vitest';
import { Media, type Tool, ToolRegistry, type TrustTier } from '../../packages/toolcrib/src/index.ts';
import {
  type CallRecord,
  type ModelMessage,
  memoryLedger,
  type RenderedResult,
} from '../../packages/toolcrib/src/runtime/index.ts';
import { startRuntime, tool } from '../runtime.ts';
import { play, startWorld } from '../turns/world.ts';

const OPENING = '<untrusted-tool-output ';
const small = { limits: { maxInlineBytes: 1_024, previewBytes: 64 } };

function mail(text: string, options: { readonly trusted: boolean }): Tool {
  return tool('mail', () => text, { effect: 'read', ...options });
}

function image(trustTier: TrustTier): Media {
  return new Media({
    kind: 'image',
    mimeType: 'image/png',
    trustTier,
    hazard: 'opaque',
    source: new Uint8Array(1),
  });
}

/** The texts of the results in a conversation; media are shown by their tier. */
function textsOf(messages: readonly ModelMessage[]): string[][] {
  return messages.flatMap((message) => (message.role === 'tool' ? message.results.map(textsOfResult) : []));
}

function textsOfResult({ rendering }: RenderedResult): string[] {
  return rendering.parts.map((part) => (part.type === 'text' ? part.text : part.media.trustTier));
}

describe('trust', () => {
  it('[A5] is that of the tool that was called, whatever takes its place before the result is rendered', async () => {
    const registry = new ToolRegistry([mail('Hello.', { trusted: false })]);
    const { runtime } = startRuntime([], { resolver: registry });
    const stranger = await runtime.call({ tool: 'mail', args: {} });
    registry.register(mail('Hello.', { trusted: true }), true);
    const friend = await runtime.call({ tool: 'mail', args: {} });
    registry.unregister('mail');

    const texts = [stranger, friend].map((record) => runtime.renderForModel(record).parts[0]);

    expect([stranger.isTrusted, friend.isTrusted]).toEqual([false, true]);
    expect(texts).toEqual([
      { type: 'text', text: expect.stringContaining(OPENING) },
      { type: 'text', text: 'Hello.' },
    ]);
  });

  it('[A5] cannot be changed on a record', async () => {
    const { runtime } = startRuntime([mail('Hello.', { trusted: false })]);
    const record = await runtime.call({ tool: 'mail', args: {} });

    expect(() => Object.assign(record, { isTrusted: true })).toThrowError(TypeError);
    expect(() => Object.defineProperty(record, 'isTrusted', { value: true })).toThrowError(TypeError);
    expect(record.isTrusted).toBe(false);
  });

  it.each([true, false])(
    '[A5] is read back from a ledger as it was, and not as the tool is now: %s',
    async (trusted) => {
      const ledger = memoryLedger();
      const before = startRuntime([mail('Hello.', { trusted })], { ledger });
      const first = await before.runtime.call({ tool: 'mail', args: {}, idempotencyKey: 'once' });
      const after = startRuntime([mail('Hello.', { trusted: !trusted })], { ledger });

      const loaded: CallRecord = await after.runtime.wait(first.invocationId);

      expect(loaded.isTrusted).toBe(trusted);
      expect(JSON.stringify(after.runtime.renderForModel(loaded)).includes('untrusted-tool-output')).toBe(
        !trusted,
      );
    },
  );

  it('[A5, T10] of a call stays what it was when middleware replaces its tool afterwards', async () => {
    const world = startWorld(
      [{ calls: [{ tool: 'mail', args: {} }] }, { calls: [{ tool: 'mail', args: {} }] }, 'Done.'],
      {
        tools: [mail('Hello.', { trusted: false })],
        pipelines: {
          dispatchOutput: [
            (ctx, next) => {
              if (ctx.iteration === 1) ctx.tools.register(mail('Hello.', { trusted: true }), true);
              return next();
            },
          ],
        },
      },
    );

    const { result } = await play(world);

    expect(result.records.map(({ isTrusted }) => isTrusted)).toEqual([false, true]);
    expect(textsOf(world.model.requests[2]?.messages ?? [])).toEqual([
      [expect.stringContaining(OPENING)],
      ['Hello.'],
    ]);
  });

  it('[T10] of a tool leaves its text, bytes and stored results without an envelope, and its media to their own tier', async () => {
    const tools = [
      tool('text', () => 'Ours.', { trusted: true }),
      tool('bytes', () => new TextEncoder().encode('Ours.'), { trusted: true }),
      tool('large', () => 'Ours. '.repeat(1_000), { trusted: true }),
      tool('media', () => [image('third-party-public'), image('first-party')], { trusted: true }),
      tool('photo', () => image('third-party-private'), { trusted: true }),
      tool('strange_photo', () => image('first-party'), { trusted: false }),
    ];
    const calls = tools.map(({ name }) => ({ tool: name, args: {} }));
    const world = startWorld([{ calls }, 'Done.'], { tools, runtime: small });

    const { result } = await play(world);
    const warning = expect.stringMatching(/^The next part, image \(image\/png\), is untrusted/);

    expect(textsOf(world.model.requests[1]?.messages ?? [])).toEqual([
      ['Ours.'],
      ['Ours.'],
      [expect.stringMatching(/^Ours\./), expect.stringMatching(/^The result is stored/), expect.any(String)],
      [warning, 'third-party-public', 'first-party'],
      [warning, 'third-party-private'],
      ['first-party'],
    ]);
    expect(result.records.map(({ isTrusted }) => isTrusted)).toEqual([true, true, true, false, false, true]);
  });

  it('[A5, T10] is nothing that an answer about a stored result inherits from the tool that gave it', async () => {
    const large = tool('large', () => 'line of ours\n'.repeat(1_000), { trusted: true });
    const queries = [
      { tool: 'artifact_head', args: {} },
      { tool: 'artifact_tail', args: {} },
      { tool: 'artifact_cat', args: {} },
      { tool: 'artifact_grep', args: { pattern: 'ours' } },
      { tool: 'artifact_line_count', args: {} },
      { tool: 'artifact_byte_length', args: {} },
    ];
    const world = startWorld(
      [
        { calls: [{ tool: 'large', args: {} }] },
        ({ messages }) => {
          const id = /artifact "([^"]+)"/.exec(textsOf(messages).flat().join('\n'))?.[1];
          const calls = queries.map(({ tool: name, args }) => ({
            tool: name,
            args: { ...args, artifacts: [id] },
          }));
          return { calls: [...calls, { tool: 'artifact_list', args: {} }] };
        },
        'Done.',
      ],
      { tools: [large], runtime: small },
    );

    const { result } = await play(world);

    const [stored, ...answers] = result.records;
    expect(stored?.isTrusted).toBe(true);
    expect(answers.map(({ status, isTrusted }) => ({ status, isTrusted }))).toEqual(
      answers.map(() => ({ status: 'ok', isTrusted: false })),
    );
    for (const texts of textsOf(world.model.requests[2]?.messages ?? []).slice(1)) {
      expect(texts).toEqual([expect.stringContaining(OPENING)]);
    }
  });
});
