import { ConfigError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolDescription } from '../../core/tool.ts';
import type { PlannedTool } from '../plan/plan-tools.ts';
import { type ProviderRules, providerRules } from '../plan/provider-rules.ts';
import {
  createRenderer,
  renderPlan,
  type ToolRenderer,
  type ToolRendering,
  type WireFormat,
} from '../plan/render-plan.ts';
import { toDescriptionField } from '../to-description-field.ts';
import { textOf } from '../wire-values.ts';
import type { GeminiFunctionDeclaration, GeminiRenderOptions } from './gemini-types.ts';

/**
 * The tools of a request to Gemini, for `config: { tools: [{ functionDeclarations: rendering.tools }] }`. The
 * same tools give the same bytes, whatever their order.
 *
 * @throws ConfigError `E_INVALID_OPTION` or `E_TOOL_ALREADY_REGISTERED`; a tool that Gemini would refuse is
 * left out and reported instead.
 */
export function renderTools(
  tools: readonly ToolDescription[],
  { schema, ...options }: GeminiRenderOptions = {},
): ToolRendering<GeminiFunctionDeclaration> {
  return renderPlan(formatOf(schema), { tools, options });
}

/** Renders as {@link renderTools} does, and gives the same rendering again while the tools are the same. */
export function createToolRenderer({
  schema,
  ...options
}: GeminiRenderOptions = {}): ToolRenderer<GeminiFunctionDeclaration> {
  return createRenderer(formatOf(schema), options);
}

/** The format of tools that were planned by these rules. */
export function formatFor(rules: ProviderRules): WireFormat<GeminiFunctionDeclaration> {
  return rules === providerRules.geminiOpenApi ? openApi : jsonSchema;
}

const jsonSchema: WireFormat<GeminiFunctionDeclaration> = {
  rules: providerRules.gemini,
  toWireTool: (planned) => Object.freeze({ ...headOf(planned), parametersJsonSchema: planned.schema }),
};

const openApi: WireFormat<GeminiFunctionDeclaration> = {
  rules: providerRules.geminiOpenApi,
  toWireTool(planned) {
    const { schema } = planned;
    // Gemini refuses an object without properties here, and takes a function without parameters.
    if (!hasProperties(schema)) return Object.freeze(headOf(planned, textOf(schema.description)));
    const declaration = {
      ...headOf(planned),
      get parameters() {
        return schema;
      },
      set parameters(_changed) {
        // The SDK assigns its own version with every request; on a frozen field that would throw.
      },
    };
    return Object.freeze(declaration);
  },
};

/** The name of a tool and what it is for, with more that has no other place. */
function headOf({ wireName, tool }: PlannedTool, more = ''): { name: string; description?: string } {
  const description = [tool.description, more].filter((text) => text.trim() !== '').join('\n');
  return { name: wireName, ...toDescriptionField({ description }) };
}

function hasProperties({ properties }: JsonObject): boolean {
  return typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0;
}

function formatOf(
  schema: GeminiRenderOptions['schema'] = 'json-schema',
): WireFormat<GeminiFunctionDeclaration> {
  switch (schema) {
    case 'json-schema':
      return jsonSchema;
    case 'openapi':
      return openApi;
    default: {
      // Not everybody compiles with types.
      const unknown: never = schema;
      throw new ConfigError(
        'E_INVALID_OPTION',
        `The option schema must be "json-schema" or "openapi", not ${JSON.stringify(unknown)}.`,
        { context: { option: 'schema' } },
      );
    }
  }
}
