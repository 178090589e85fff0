import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, type Route } from './route.ts';

const common = {
  method: 'POST',
  path: '/x/{id}',
  id: 'x',
  tag: 't',
  summary: '',
  answers: { 200: null },
  toolsetLimit: 'filtered',
} as const;

describe('defineRoute', () => {
  it('does not compile without access', () => {
    // @ts-expect-error Who may use it has to be said.
    defineRoute({ ...common, handle: () => ({}) });

    // @ts-expect-error There is no such permission.
    defineRoute({ ...common, access: 'tools:everything', handle: () => ({}) });

    expectTypeOf(defineRoute({ ...common, access: 'tools:read', handle: () => ({}) })).toEqualTypeOf<Route>();
  });

  it('does not compile without what it is to keys that are limited to toolsets', () => {
    const { toolsetLimit: _, ...rest } = common;

    // @ts-expect-error What it is to limited keys has to be said.
    defineRoute({ ...rest, access: 'tools:read', handle: () => ({}) });
  });

  it('gives a handler what its schemas make', () => {
    defineRoute({
      ...common,
      access: 'public',
      params: z.strictObject({ id: z.string() }),
      query: z.strictObject({ limit: z.coerce.number().default(10) }),
      body: z.strictObject({ when: z.iso.date().transform((text) => new Date(text)) }),
      handle({ params, query, body }) {
        expectTypeOf(params).toEqualTypeOf<{ id: string }>();
        expectTypeOf(query).toEqualTypeOf<{ limit: number }>();
        expectTypeOf(body).toEqualTypeOf<{ when: Date }>();
        return {};
      },
    });
    defineRoute({
      ...common,
      access: 'public',
      handle({ params, query, body }) {
        expectTypeOf(params).toBeUndefined();
        expectTypeOf(query).toBeUndefined();
        expectTypeOf(body).toBeUndefined();
        return {};
      },
    });
  });
});
