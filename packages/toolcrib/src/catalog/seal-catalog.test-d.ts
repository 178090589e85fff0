import { describe, expectTypeOf, it } from 'vitest';
import { defineTool, type ToolContext, type ToolResolver } from '../index.ts';
import type { CatalogBinding } from './seal/catalog-binding.ts';
import type { CatalogSeal } from './seal/catalog-seal.ts';
import { sealCatalog } from './seal-catalog.ts';
import type { ToolCatalog } from './tool-catalog.ts';

declare const catalog: ToolCatalog;
const options = { consumer: 'types' };

interface Place {
  readonly city: string;
}

describe('bindings', () => {
  it('may name the type of their arguments, as a literal or as an interface', () => {
    const bindings = {
      literal: ({ city }: { city: string }) => city,
      interface: async ({ city }: Place, ctx: ToolContext) => `${city} ${ctx.signal.aborted}`,
      none: () => ({ sky: 'blue' }),
      options: { handler: ({ city }: Place) => city, effect: 'read', range: '^1' },
      reverted: {
        handler: ({ city }: Place) => city,
        verify: ({ city }: Place) => ({ done: true, result: city }),
        revert: async ({ city }: Place, result: string | undefined) => void [city, result],
        version: null,
      },
      tool: defineTool({
        name: 'tool',
        description: '',
        inputSchema: { type: 'object', properties: {} },
        handler: () => '',
      }),
    } satisfies Record<string, CatalogBinding>;

    expectTypeOf(sealCatalog(catalog, bindings, options)).toEqualTypeOf<Promise<CatalogSeal>>();
    sealCatalog(catalog, [bindings.tool], options);
    sealCatalog(catalog, { untyped: (args) => expectTypeOf(args).toEqualTypeOf<object>() }, options);
  });

  it('have no options that do not exist, and no arguments that are no object', () => {
    const handler = () => '';
    // @ts-expect-error There is no such option.
    sealCatalog(catalog, { a: { handler, timeout: 5 } }, options);
    // @ts-expect-error Arguments are an object.
    sealCatalog(catalog, { a: (text: string) => text }, options);
    // @ts-expect-error A handler is required.
    sealCatalog(catalog, { a: { effect: 'read' } }, options);
    // @ts-expect-error Who uses the tools is required.
    sealCatalog(catalog, { a: handler }, {});
  });

  it('make what a runtime takes as a resolver', () => {
    expectTypeOf<CatalogSeal>().toExtend<ToolResolver>();
  });
});
