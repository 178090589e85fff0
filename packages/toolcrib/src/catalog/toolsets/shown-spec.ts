import type { ToolSpec } from '../tool-spec.ts';
import type { ToolsetEntry } from './toolset.ts';

/** The name that models see. */
export function shownName({ tool, wireName = tool }: ToolsetEntry): string {
  return wireName;
}

/** A spec of the catalogue as models see it. */
export function shownSpec(spec: ToolSpec, entry: ToolsetEntry): ToolSpec {
  const { wireName, description } = entry;
  if (wireName === undefined && description === undefined) return spec;
  return Object.freeze({
    ...spec,
    name: shownName(entry),
    ...(description !== undefined && { description }),
  });
}
