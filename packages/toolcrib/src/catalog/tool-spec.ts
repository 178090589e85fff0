import type { ToolAuthority } from '../core/authority.ts';
import type { JsonObject } from '../core/json.ts';

/**
 * What is published of a tool, apart from how it is run: what a model reads of it, and beside that, read by no model, its
 * authority. Plain, deeply frozen JSON. Read one from outside with
 * `readSpec`, make one of a tool with `toSpec`. Where two specs have the same JSON, whatever the order of their keys,
 * they are identical.
 */
export type ToolSpec = {
  /** 1 to 256 characters, none of them white space, a control character or invisible. */
  readonly name: string;
  /** Any text of 1 to 128 characters; SemVer ones can be asked for by range. To have none is a version too. */
  readonly version?: string;
  /** A name for people. At most 256 characters. */
  readonly title?: string;
  /** At most 32,768 characters. */
  readonly description?: string;
  readonly inputSchema: JsonObject;
  /** What a result looks like; `{}` promises nothing. */
  readonly outputSchema: JsonObject;
  /** Hints for clients, as in MCP. Never trusted for a decision. */
  readonly annotations?: JsonObject;
  /** At most 64 different texts of 1 to 128 characters, for discovery. */
  readonly tags?: readonly string[];
  /**
   * What a call may do, and what it needs: a document of its own, with its own digest. Code runs with exactly this authority,
   * or is refused. A spec that states none counts as the most restrictive: destructive, and untrusted.
   */
  readonly authority?: ToolAuthority;
};

/** A spec that is to be read, whose authority need not say what has a default: `write`, no scopes, untrusted, by code. */
export type ToolSpecInput = Omit<ToolSpec, 'authority'> & { readonly authority?: Partial<ToolAuthority> };
