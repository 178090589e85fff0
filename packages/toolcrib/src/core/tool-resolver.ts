import type { ErrorCode } from './errors.ts';
import type { Tool } from './tool.ts';

/** A tool that is known, but must not be used now. */
export interface UnavailableTool {
  /** What a policy decides on, so that nobody learns of a tool that they may not see. */
  readonly tool: Tool;
  readonly code: ErrorCode;
  /** One sentence that a model may read. */
  readonly message: string;
  /** The name of the tool to use instead; told to those who may see that. */
  readonly replacement?: string | undefined;
}

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
  /** Why a name that does not resolve now did so before, or will later; undefined if there is nothing to say. */
  unavailable?(name: string): UnavailableTool | undefined;
  /**
   * An object that is another one as soon as any tool is, and the same one until then: what was made of the tools is kept
   * for as long. Without it nothing is kept of a resolver that is no registry.
   */
  identity?(): object;
}
