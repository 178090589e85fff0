import * as api from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HandlerResult } from '../../packages/toolcrib/src/core/schema/tool-schema.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';
import {
  combineRedactors,
  redactCredentials,
  redactValues,
} from '../../packages/toolcrib/src/runtime/render/redact.ts';
import { openTelemetry } from '../../packages/toolcrib/src/runtime/telemetry/open-telemetry.ts';
import { startRuntime, tool } from '../runtime.ts';
import { SECRET, type SecretCase, secretCases } from './secret-cases.ts';
import { type StartedSdk, shownOf, startSdk } from './shown-of-call.ts';

let sdk: StartedSdk;

beforeEach(() => {
  sdk = startSdk();
});

afterEach(() => {
  sdk.stop();
});

/** Makes the call of a case, on a runtime that is told nothing about faults. */
async function makeCall(secretCase: SecretCase) {
  const { handler = () => 'fine', meanwhile, options, request } = secretCase;
  const started = startRuntime([tool('act', handler, secretCase.tool)], {
    telemetry: openTelemetry(api),
    onFault: undefined,
    ...options,
  });
  const calling = started.runtime.call({ tool: 'act', args: {}, ...request });
  await meanwhile?.(started);
  const record = await calling;
  // What comes too late has come then.
  await started.clock.advance(0);
  return { started, record };
}

/** What was said on the console, which then forgets it. */
function takeWarnings(): string {
  // biome-ignore lint/suspicious/noConsole: what is looked at
  const warn = vi.mocked(console.warn);
  const warnings = JSON.stringify(warn.mock.calls);
  warn.mockClear();
  return warnings;
}

describe('a secret', () => {
  it.each(secretCases)('in $name is shown to nobody', async (secretCase) => {
    // biome-ignore lint/suspicious/noConsole: what is looked at
    vi.mocked(console.warn).mockImplementation(() => undefined);

    const { started, record } = await makeCall(secretCase);
    const shown = await shownOf(record, started, sdk);
    const warnings = takeWarnings();

    expect(record.status).toBe(secretCase.status);
    const texts: Partial<typeof shown> & { readonly warnings: string } = { ...shown, warnings };
    // Whoever wrote the arguments may be shown what is wrong with them.
    if (secretCase.isFromModel) for (const reader of ['model', 'user'] as const) delete texts[reader];
    for (const [reader, text] of Object.entries(texts)) expect(text, reader).not.toContain(SECRET);
    expect(shown.events).toContain(record.hasEnded ? 'tool-call-end' : 'tool-call-start');
    expect(shown.inspected).toContain('sideEffect');
    const { telemetry, resolver } = secretCase.options ?? {};
    if (telemetry === undefined && resolver === undefined) expect(shown.spans).toContain('execute_tool');
  });

  it('in what a revert throws is shown to nobody', async () => {
    const pay = tool('pay', () => 'paid', {
      revert: () => {
        throw new Error(SECRET);
      },
    });
    const started = startRuntime([pay], { telemetry: openTelemetry(api) });
    const { invocationId } = await started.runtime.call({ tool: 'pay', args: {} });

    const record = await started.runtime.revert(invocationId);

    expect(record.status).toBe('failed');
    for (const text of Object.values(await shownOf(record, started, sdk))) expect(text).not.toContain(SECRET);
  });

  it('in what the host is told of stays with the host', async () => {
    const { started, record } = await makeCall({
      name: '',
      status: 'failed',
      handler: () => Promise.reject(SECRET),
    });

    expect(record.details().cause).toBe(SECRET);
    expect(record.problem?.message).toContain(record.invocationId);
    expect(started.events.ofType('tool-call-end')).toHaveLength(1);
  });
});

const password = 'hunter2';
const token = 'abcdefghij0123456789ABCDEFGHIJ';
const apiKey = 'sk-proj-4f9Kd83hGt62LmQz81XvBn55';
const declared = 'the walnut / is "late"';

const text = `postgres://app:${password}@db/x Authorization: Bearer ${token} key ${apiKey} said ${declared}`;

const results: readonly {
  readonly name: string;
  readonly result: () => HandlerResult<undefined> | Promise<never>;
  readonly limits?: object;
}[] = [
  { name: 'a text', result: () => text },
  { name: 'bytes', result: () => new TextEncoder().encode(text) },
  { name: 'a stored text', result: () => `${text}\n${'x'.repeat(40_000)}` },
  { name: 'the words of a ToolError', result: () => Promise.reject(new ToolError(text)) },
];

describe('a result for the model', () => {
  const redact = combineRedactors([redactCredentials, redactValues([declared])]);

  it.each(results)('is free of credentials and of declared values in $name', async ({ result }) => {
    const { runtime } = startRuntime([tool('act', result)], { redact });

    const record = await runtime.call({ tool: 'act', args: {} });

    const shown = runtime
      .renderForModel(record)
      .parts.map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n');
    for (const secret of [password, token, apiKey, declared]) expect(shown).not.toContain(secret);
    expect(shown).toContain('postgres://app:');
    expect(JSON.stringify(runtime.renderForUser(record))).not.toMatch(/hunter2|abcdefghij01|4f9Kd83|walnut/);
  });

  it('is free of them in JSON, where they are escaped', async () => {
    const outputSchema = { type: 'object', properties: { text: { type: 'string' } } } as const;
    const { runtime } = startRuntime([tool('act', () => ({ text }) as never, { outputSchema })], { redact });

    const record = await runtime.call({ tool: 'act', args: {} });

    const shown = JSON.stringify(runtime.renderForModel(record));
    for (const secret of [password, token, apiKey, 'walnut']) expect(shown).not.toContain(secret);
  });

  it('shows no half of a secret where a preview is cut', async () => {
    const limits = { maxInlineBytes: 64, previewBytes: 64 };
    const long = (secret: string) => `${'x '.repeat(27)}${secret}${' x'.repeat(100)}`;
    const tools = [
      tool('value', () => long(declared)),
      tool('address', () => long('https://app:hunter2hunter2@db')),
    ];
    const { runtime } = startRuntime(tools, { redact, limits });

    const shown = await Promise.all(
      ['value', 'address'].map(async (name) =>
        JSON.stringify(runtime.renderForModel(await runtime.call({ tool: name, args: {} }))),
      ),
    );

    expect(shown[0]).not.toContain(declared.slice(0, 8));
    expect(shown[1]).not.toContain('hunt');
  });
});

describe('arguments for people', () => {
  it('have the values masked whose keys sound like secrets', async () => {
    const inputSchema = { type: 'object' } as const;
    const { runtime } = startRuntime([tool('act', () => 'fine', { inputSchema })]);
    const args = { password: SECRET, nested: [{ 'X-Api-Key': SECRET }], accessToken: SECRET, city: 'Vienna' };

    const record = await runtime.call({ tool: 'act', args });

    const shown = runtime.renderForUser(record).args;
    expect(shown).not.toContain(SECRET);
    expect(shown).toContain('Vienna');
  });
});
