import { Media } from './media.ts';
import type { ToolContent } from './schema/tool-schema.ts';
import type { Tool } from './tool.ts';

/**
 * Whether content may reach a model without the envelope for untrusted text. For text, bytes and
 * artifacts the tool's `trusted` flag decides; Media answers for itself, by its own trust tier.
 */
export function isTrustedContent(tool: Tool, content: ToolContent): boolean {
  const media = Media.isMedia(content) ? [content] : Array.isArray(content) ? content : undefined;
  return media === undefined ? tool.trusted : media.every(({ trustTier }) => trustTier === 'first-party');
}
