import type { ToolDescription } from '../core/tool.ts';

/**
 * What a tool says of itself, as the field of a definition; none if that is nothing, which some providers refuse.
 * Definitions come from anywhere, and half a character makes a provider refuse the whole request.
 */
export function toDescriptionField({ description }: Pick<ToolDescription, 'description'>): {
  description?: string;
} {
  return description.trim() === '' ? {} : { description: description.toWellFormed() };
}
