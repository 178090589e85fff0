import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineTool, jsonSchema, type Tool, type ToolResolver } from '../index.ts';
import type { CallRecord } from '../runtime/index.ts';
import { createHarness, mockTools, type ToolInput } from './index.ts';

const base = { name: 'weather', description: '', handler: () => '' } as const;
const withZod = defineTool({
  ...base,
  inputSchema: z.object({
    city: z.string(),
    days: z.number().default(3),
    when: z.iso.date().transform((text) => new Date(text)),
  }),
});
const withJsonSchema = defineTool({
  ...base,
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: 'integer', default: 3 },
      default: { type: 'boolean' },
      stops: {
        type: 'array',
        items: { type: 'object', properties: { at: { type: 'number', default: 0 } } },
      },
    },
    required: ['city', 'days', 'default'],
    additionalProperties: false,
  },
});

describe('the arguments of a harness', () => {
  it('are what a caller writes, before defaults and transformations', () => {
    const harness = createHarness(withZod);

    expectTypeOf(harness.call).returns.resolves.toEqualTypeOf<CallRecord>();
    expectTypeOf<ToolInput<typeof withZod extends Tool<infer Input> ? Input : never>>().toEqualTypeOf<{
      city: string;
      when: string;
      days?: number | undefined;
    }>();
    harness.call({ city: 'Oslo', when: '2026-03-01' });
    // @ts-expect-error there is no city
    harness.call({ when: '2026-03-01' });
    // @ts-expect-error a date goes over the wire as text
    harness.call({ city: 'Oslo', when: new Date() });
    // @ts-expect-error text is for callRaw
    harness.call('{"city":"Oslo"}');
    harness.callRaw('{"city":"Oslo"}');
  });

  it('follow a JSON Schema, whose defaults need not be given', () => {
    const harness = createHarness(withJsonSchema);

    harness.call({ city: 'Oslo', default: true, stops: [{}, { at: 5 }] });
    // @ts-expect-error the city is no number
    harness.call({ city: 5, default: true });
    // @ts-expect-error a property called default is a property
    harness.call({ city: 'Oslo' });
    // @ts-expect-error there are no kilometres
    harness.call({ city: 'Oslo', days: 1, default: true, kilometres: 3 });
  });

  it('belong to the tool that is called', () => {
    const wrapped = defineTool({ ...base, inputSchema: jsonSchema({ type: 'object' }) });
    const harness = createHarness([withZod, withJsonSchema, wrapped]);

    harness.call(withZod, { city: 'Oslo', when: '2026-03-01' }, { timeoutMs: 5 });
    harness.call(wrapped, { anything: 1 });
    // @ts-expect-error these are the arguments of the other tool
    harness.call(withZod, { city: 'Oslo', days: 1, default: true });
    // @ts-expect-error the tool and its arguments are positional
    harness.call(withZod, { city: 'Oslo', when: '2026-03-01' }, { tool: 'weather' });
  });

  it('are open where a tool has lost its type', () => {
    const erased: Tool = withZod;

    createHarness(erased).call({ anything: 1 });
  });
});

describe('the mocks of tools', () => {
  it('may say more of their arguments than that they are an object', () => {
    const resolver: ToolResolver = { resolve: () => null, list: () => [] };

    mockTools(resolver, {
      value: 'Rain.',
      json: { rain: [1, 2] },
      plain: (args) => {
        expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
        return '';
      },
      typed: async ({ city }: { readonly city: string }, ctx) => `${city} ${ctx.invocationId}`,
    });
    // @ts-expect-error a map is neither a result nor a handler
    mockTools(resolver, { map: new Map() });
  });
});
