import { Tool } from '../core/tool.ts';
import type { ToolOptions } from '../core/tool-options.ts';

/** What a forged tool differs in from another one. */
type ForgedToolOptions = Pick<ToolOptions, 'name' | 'description' | 'inputSchema' | 'handler'>;

/** A tool made for the artifacts of one dispatch. It takes the place of another forged tool, and of no other. */
export class ForgedTool extends Tool {
  readonly #isForged = true;

  constructor(options: ForgedToolOptions) {
    super({ ...options, effect: 'read', trusted: false, ephemeral: true, onCollision: 'replace' });
  }

  static isForged(value: unknown): value is ForgedTool {
    return typeof value === 'object' && value !== null && #isForged in value;
  }
}
