import type { ToolDigest } from '../../core/digest.ts';
import { digestOfReadSpec } from '../spec-digest.ts';
import type { ToolSpec } from '../tool-spec.ts';

/** Whether two specs say the same to a model, their names apart. */
export function isSameContent(left: ToolSpec, right: ToolSpec): boolean {
  return contentOf(left) === contentOf(right);
}

/** The digest of what a model reads of a tool, its name apart. */
export function contentOf(spec: ToolSpec): ToolDigest {
  return digestOfReadSpec({ ...spec, name: '' });
}
