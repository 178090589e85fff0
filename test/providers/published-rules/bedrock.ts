import { checkClaudeStrictSchema } from './claude-strict-schema.ts';
import {
  type Complaint,
  checkDocument,
  checkKeys,
  checkName,
  checkRootType,
  findSharedNames,
  labelOf,
  toSentences,
  under,
} from './complaint.ts';
import { isFields } from './schema-walk.ts';

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * What is wrong with the tools of one Converse request, a sentence each. From the API reference of
 * `ToolConfiguration`, `Tool`, `ToolSpecification` and `ToolInputSchema`, from "Get validated JSON results
 * from models", and from the message that the root has to be an object.
 *
 * Left out: the most tools of a request and the budgets of strict schemas, which AWS does not publish; and
 * what single models ask for beyond that: Nova, for one, takes only `type`, `properties` and `required` at
 * the root.
 */
export function checkBedrockTools(tools: unknown): string[] {
  if (!Array.isArray(tools)) return ['The tools of a request are a list.'];
  const specs = tools.map((tool: unknown) =>
    isFields(tool) && isFields(tool.toolSpec) ? tool.toolSpec : {},
  );
  return [
    ...(tools.length === 0 ? ['A tool configuration has at least one tool.'] : []),
    ...findSharedNames(specs.map(({ name }) => name)),
    ...tools.flatMap((tool: unknown, at) =>
      toSentences(labelOf(specs[at]?.name, at), checkTool(isFields(tool) ? tool : {})),
    ),
  ];
}

function checkTool(tool: Record<string, unknown>): Complaint[] {
  const wrapper = checkKeys(tool, { at: '', required: ['toolSpec'], optional: [] });
  const spec = isFields(tool.toolSpec) ? tool.toolSpec : {};
  const { name, description, strict } = spec;
  const inputSchema = isFields(spec.inputSchema) ? spec.inputSchema : {};
  return [
    ...wrapper,
    ...checkKeys(spec, {
      at: '/toolSpec',
      required: ['name', 'inputSchema'],
      optional: ['description', 'strict'],
    }),
    ...checkName(name, { pattern: namePattern, at: '/toolSpec/name' }),
    ...checkDescription(description),
    ...(strict === undefined || typeof strict === 'boolean'
      ? []
      : [{ at: '/toolSpec/strict', text: 'is a boolean' }]),
    ...checkKeys(inputSchema, { at: '/toolSpec/inputSchema', required: ['json'], optional: [] }),
    ...under('/toolSpec/inputSchema/json', [
      ...checkDocument(inputSchema.json),
      ...checkRootType(inputSchema.json),
      ...(strict === true ? checkClaudeStrictSchema(inputSchema.json, { allowsPattern: false }) : []),
    ]),
  ];
}

function checkDescription(description: unknown): Complaint[] {
  const isLegal = description === undefined || (typeof description === 'string' && description.length > 0);
  return isLegal ? [] : [{ at: '/toolSpec/description', text: 'is a text of at least one character' }];
}
