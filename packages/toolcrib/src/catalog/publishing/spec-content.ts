import { canonicalJson } from '../../core/canonical-json.ts';
import type { ToolSpec } from '../tool-spec.ts';

/** Whether two specs say the same to a model, their names apart. */
export function isSameContent(left: ToolSpec, right: ToolSpec): boolean {
  return contentOf(left) === contentOf(right);
}

/** What a model reads of a tool, its name apart, as one text. */
export function contentOf(spec: ToolSpec): string {
  const { name: _, version: __, authority: ___, description = '', tags = [], ...rest } = spec;
  return canonicalJson({ ...rest, description, tags });
}
