import { checkClaudeStrictSchema } from './claude-strict-schema.ts';
import {
  type Complaint,
  checkDocument,
  checkKeys,
  checkName,
  checkRootType,
  checkText,
  findSharedNames,
  labelOf,
  toSentences,
  under,
} from './complaint.ts';
import { isFields, walkSchemaFields } from './schema-walk.ts';

const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const propertyPattern = /^[a-zA-Z0-9_.-]{1,64}$/;
const MAX_TOOLS = 10_000;
const MAX_STRICT_TOOLS = 20;
const MAX_OPTIONAL = 24;
const MAX_UNIONS = 16;

/**
 * What is wrong with the tools of one request to Anthropic's Messages API, a sentence each. From the SDK's
 * `Tool`, the pages "Define tools", "Strict tool use", "Structured outputs" and "Tool search", and the
 * messages with which the API refuses schemas: they have to be of draft 2020-12, have no combination at the
 * root, and property names of one pattern. Whether the pattern holds below the root is not published; here it
 * does, because a page says it of property names without a limit.
 *
 * Left out: `$ref` outside strict schemas, which only the page on managed agents forbids; and the number of
 * tools without tool search, which is not published.
 */
export function checkAnthropicTools(tools: unknown): string[] {
  if (!Array.isArray(tools)) return ['The tools of a request are a list.'];
  const fields = tools.map((tool: unknown) => (isFields(tool) ? tool : {}));
  return [
    ...(tools.length > MAX_TOOLS ? [`A request takes ${MAX_TOOLS} tools, and has ${tools.length}.`] : []),
    ...findSharedNames(fields.map(({ name }) => name)),
    ...fields.flatMap((tool, at) => toSentences(labelOf(tool.name, at), checkTool(tool))),
    ...checkBudgets(fields.filter(({ strict }) => strict === true).map((tool) => tool.input_schema)),
    ...checkDeferred(fields),
  ];
}

/** What the page "Tool search" says of tools whose loading is deferred. */
function checkDeferred(tools: readonly Record<string, unknown>[]): string[] {
  const deferred = tools.filter(({ defer_loading }) => defer_loading === true);
  if (deferred.length === 0) return [];
  return [
    ...(deferred.length < tools.length ? [] : ['A request has a tool that is not deferred.']),
    ...deferred
      .filter((tool) => 'cache_control' in tool)
      .map(({ name }) => `${String(name)}: a deferred tool is no place for the cache to end`),
    ...tools
      .filter((tool) => 'input_examples' in tool)
      .map(({ name }) => `${String(name)}: examples do not go with deferred tools`),
  ];
}

function checkTool(tool: Record<string, unknown>): Complaint[] {
  const { input_schema: schema, strict, type } = tool;
  return [
    ...checkKeys(tool, {
      at: '',
      required: ['name', 'input_schema'],
      optional: [
        'allowed_callers',
        'cache_control',
        'defer_loading',
        'description',
        'eager_input_streaming',
        'input_examples',
        'strict',
        'type',
      ],
    }),
    ...checkName(tool.name, { pattern: namePattern, at: '/name' }),
    ...checkText(tool.description, '/description'),
    ...(strict === undefined || typeof strict === 'boolean' ? [] : [{ at: '/strict', text: 'is a boolean' }]),
    ...(type === undefined || type === null || type === 'custom' ? [] : [{ at: '/type', text: 'is custom' }]),
    ...under('/input_schema', [
      ...checkDocument(schema),
      ...checkRootType(schema),
      ...checkRoot(schema),
      ...checkPropertyNames(schema),
      ...(strict === true ? checkClaudeStrictSchema(schema, { allowsPattern: true }) : []),
    ]),
  ];
}

function checkRoot(schema: unknown): Complaint[] {
  if (!isFields(schema)) return [];
  return ['oneOf', 'allOf', 'anyOf']
    .filter((keyword) => keyword in schema)
    .map((keyword) => ({ at: `/${keyword}`, text: 'is not taken at the root' }));
}

function checkPropertyNames(root: unknown): Complaint[] {
  return [...walkSchemaFields(root)].flatMap(({ schema, pointer }) => {
    const names = isFields(schema.properties) ? Object.keys(schema.properties) : [];
    return names
      .filter((name) => !propertyPattern.test(name))
      .map((name) => ({
        at: `${pointer}/properties`,
        text: `${name} does not match ${propertyPattern.source}`,
      }));
  });
}

/** The limits of all strict schemas of a request together. */
function checkBudgets(schemas: readonly unknown[]): string[] {
  const budgets = [
    { what: 'strict tools', used: schemas.length, limit: MAX_STRICT_TOOLS },
    { what: 'optional parameters', used: sum(schemas, countOptional), limit: MAX_OPTIONAL },
    { what: 'parameters with unions', used: sum(schemas, countUnions), limit: MAX_UNIONS },
  ];
  return budgets
    .filter(({ used, limit }) => used > limit)
    .map(({ what, used, limit }) => `A request takes ${limit} ${what}, and has ${used}.`);
}

function sum(schemas: readonly unknown[], count: (schema: unknown) => number): number {
  return schemas.reduce((total: number, schema) => total + count(schema), 0);
}

/** How many parameters, at any depth, are not required. */
export function countOptional(root: unknown): number {
  return sum([...walkSchemaFields(root)], (node) => {
    const { schema } = node as { schema: Record<string, unknown> };
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const names = isFields(schema.properties) ? Object.keys(schema.properties) : [];
    return names.filter((name) => !required.includes(name)).length;
  });
}

/** How many schemas, at any depth, are a union: `anyOf`, or a list of types. */
export function countUnions(root: unknown): number {
  return [...walkSchemaFields(root)].filter(({ schema }) => 'anyOf' in schema || Array.isArray(schema.type))
    .length;
}
