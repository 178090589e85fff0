import type { JsonObject } from '../core/json.ts';

/**
 * What a model reads of a tool, apart from how it is run: plain, deeply frozen JSON. Read one from outside with
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
};
