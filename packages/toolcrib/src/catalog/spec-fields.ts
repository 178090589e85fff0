import type { ToolSpec } from './tool-spec.ts';

/** Every field of a spec, in the order in which a spec has them. */
export const specFields = Object.freeze(
  // Keys of an object, so that none can be missing.
  Object.keys({
    name: true,
    version: true,
    title: true,
    description: true,
    inputSchema: true,
    outputSchema: true,
    annotations: true,
    tags: true,
    authority: true,
  } satisfies Record<keyof ToolSpec, true>),
) as readonly (keyof ToolSpec)[];
