import type { Tool } from '../../core/tool.ts';
import { invalidOption } from '../invalid-option.ts';
import type { RenderSelection } from './select-tools-options.ts';

/** What a renderer says of a set of tools. */
export interface RenderedSet {
  /** What all of them take together, without those that are refused. */
  readonly tokens: number;
  /** Those that a provider cannot be told, with the reasons. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
  /** How many tools a request may have. */
  readonly maxTools: number;
}

/**
 * Renders tools together and reads the report.
 *
 * @throws ConfigError `E_INVALID_OPTION` if the report says nothing that can be added up.
 */
export function renderSet(render: RenderSelection, tools: readonly Tool[]): RenderedSet {
  const report = render(tools.map((tool) => tool.describe()))?.report;
  if (!Array.isArray(report?.tools) || !Array.isArray(report.refused)) {
    throw invalidOption('render', 'must give a report, as renderTools of a provider does');
  }
  const tokensOf = new Map(report.tools.map(({ tool, tokens }) => [tool, tokens]));
  const reasonsOf = new Map(report.refused.map(({ tool, reasons }) => [tool, reasons]));
  const refused = new Map<string, readonly string[]>();
  let sum = 0;
  for (const { name } of tools) {
    const tokens = tokensOf.get(name);
    if (!tokensOf.has(name)) refused.set(name, reasonsOf.get(name) ?? ['The renderer left it out.']);
    else if (tokens !== undefined && Number.isFinite(tokens) && tokens >= 0) sum += tokens;
    else throw invalidOption('render', `gave no number of tokens for the tool "${name}"`);
  }
  return { tokens: sum, refused, maxTools: report.count?.limit ?? Number.POSITIVE_INFINITY };
}
