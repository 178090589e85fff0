import type { Tool } from './tool.ts';

/**
 * Finds tools by name: the one thing that everything which runs tools asks for. Both registries are
 * resolvers; a test may bring its own.
 *
 * INVARIANT: lookup is exact and case-sensitive.
 * INVARIANT: every listed name resolves; not every name that resolves is listed.
 */
export interface ToolResolver {
  /** The tool of exactly this name, or `null`. */
  resolve(name: string): Tool | null;
  /** The names that may be shown, sorted in code-unit order. */
  list(): readonly string[];
}
