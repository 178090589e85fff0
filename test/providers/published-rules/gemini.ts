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
import { checkGeminiSchema } from './gemini-schema.ts';
import { escapeToken, findRecursion, isFields, walkSchemaFields } from './schema-walk.ts';

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const MAX_DECLARATIONS = 512;

/**
 * What is wrong with the function declarations of one request to Gemini, a sentence each. Takes declarations,
 * or tools that hold them. From the SDK's `Tool`, `FunctionDeclaration` and `Schema`, from the documentation of
 * `responseJsonSchema` (the one place that says what JSON Schema may be sent), and from the messages of
 * refusals. The Gemini API and Vertex AI refuse different things: a declaration has to pass both.
 *
 * Left out: a description, which one of them requires and the other does not; the depth of schemas, which is
 * not published; and JSON Schema keywords that are not supported, because they may be sent all the same.
 */
export function checkGeminiTools(tools: unknown): string[] {
  if (!Array.isArray(tools)) return ['The tools of a request are a list.'];
  const declarations = tools.flatMap((tool: unknown): unknown[] =>
    isFields(tool) && Array.isArray(tool.functionDeclarations) ? tool.functionDeclarations : [tool],
  );
  const fields = declarations.map((declaration) => (isFields(declaration) ? declaration : {}));
  return [
    ...(fields.length > MAX_DECLARATIONS
      ? [`A request takes ${MAX_DECLARATIONS} functions, and has ${fields.length}.`]
      : []),
    ...tools.flatMap((tool: unknown, at) => checkWrapper(tool, at)),
    ...findSharedNames(fields.map(({ name }) => name)),
    ...fields.flatMap((declaration, at) =>
      toSentences(labelOf(declaration.name, at), checkDeclaration(declaration)),
    ),
  ];
}

function checkWrapper(tool: unknown, at: number): string[] {
  if (!isFields(tool) || !('functionDeclarations' in tool)) return [];
  const keys = checkKeys(tool, { at: '', required: ['functionDeclarations'], optional: [] });
  return toSentences(`tool ${at}`, keys);
}

function checkDeclaration(declaration: Record<string, unknown>): Complaint[] {
  const { name, description, parameters, parametersJsonSchema: schema } = declaration;
  return [
    ...checkKeys(declaration, {
      at: '',
      required: ['name'],
      optional: [
        'behavior',
        'description',
        'parameters',
        'parametersJsonSchema',
        'response',
        'responseJsonSchema',
      ],
    }),
    ...checkName(name, { pattern: namePattern, at: '/name' }),
    ...checkText(description, '/description'),
    ...(parameters !== undefined && schema !== undefined
      ? [{ at: '/parameters', text: 'stands beside parametersJsonSchema' }]
      : []),
    ...(parameters === undefined ? [] : under('/parameters', checkGeminiSchema(parameters))),
    ...(schema === undefined
      ? []
      : under('/parametersJsonSchema', [
          ...checkDocument(schema),
          ...checkRootType(schema),
          ...checkJsonSchemaRefs(schema),
        ])),
  ];
}

function checkJsonSchemaRefs(root: unknown): Complaint[] {
  const lonely = [...walkSchemaFields(root)].flatMap(({ schema, pointer }) => {
    if (!('$ref' in schema) || pointer === '') return [];
    const others = Object.keys(schema).filter((keyword) => !keyword.startsWith('$'));
    return others.length === 0 ? [] : [{ at: pointer, text: `$ref stands beside ${others.join(', ')}` }];
  });
  const isRequired = new Set(
    [...walkSchemaFields(root)].flatMap(({ schema, pointer }) =>
      (Array.isArray(schema.required) ? schema.required : []).map(
        (name) => `${pointer}/properties/${escapeToken(String(name))}`,
      ),
    ),
  );
  const endless = findRecursion(root).filter((pointer) => isRequired.has(pointer));
  return [...lonely, ...endless.map((at) => ({ at, text: 'a required property is recursive' }))];
}
