import type { ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';

/** A spec with a name and, unless it is empty, a version. */
export function sampleSpec(name: string, version = '1.0.0', changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name,
    ...(version !== '' && { version }),
    description: `What ${name} does in version ${version}.`,
    inputSchema: { type: 'object', properties: { key: { type: 'string' } } },
    outputSchema: {},
    ...changes,
  };
}
