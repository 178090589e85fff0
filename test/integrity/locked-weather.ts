import type { ToolSpec } from '../../packages/toolcrib/src/catalog/index.ts';
import type { JsonObject } from '../../packages/toolcrib/src/index.ts';
import { codeAuthority } from '../code-authority.ts';

/** A definition with something in every field that a model can see, and the authority that a tool has by default. */
export const weather = {
  name: 'get_weather',
  version: '1.0.0',
  title: 'Weather',
  description: 'Tells the weather of a city.',
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'The name of the city.', maxLength: 80 },
      days: { type: 'integer', minimum: 1, maximum: 7, default: 1 },
      place: {
        type: 'object',
        properties: { position: { type: 'array', items: { type: 'number', description: 'Degrees.' } } },
      },
    },
    required: ['city'],
  },
  outputSchema: { type: 'object', properties: { sky: { type: 'string', enum: ['blue', 'grey'] } } },
  annotations: { readOnlyHint: true, title: 'Weather' },
  tags: ['travel', 'sky'],
  authority: codeAuthority,
} as const satisfies ToolSpec;

/** One change of one place. */
export interface Mutation {
  /** A JSON Pointer into the spec. */
  readonly pointer: string;
  readonly value: unknown;
}

/** Every model-visible field in turn, and places deep inside the schemas. */
export const mutations: readonly Mutation[] = [
  { pointer: '/name', value: 'get_forecast' },
  { pointer: '/title', value: 'weather' },
  { pointer: '/title', value: undefined },
  { pointer: '/description', value: 'Tells the weather of a city, and of its port.' },
  { pointer: '/description', value: 'Tells the weather of a city. ' },
  { pointer: '/inputSchema/properties/city/description', value: 'The name of the city, and of its mayor.' },
  { pointer: '/inputSchema/properties/city/maxLength', value: 81 },
  { pointer: '/inputSchema/properties/days/default', value: 2 },
  { pointer: '/inputSchema/properties/place/properties/position/items/description', value: 'Radians.' },
  { pointer: '/inputSchema/properties/token', value: { type: 'string' } },
  { pointer: '/inputSchema/required/0', value: 'days' },
  { pointer: '/outputSchema/properties/sky/enum/1', value: 'green' },
  { pointer: '/outputSchema', value: {} },
  { pointer: '/annotations/readOnlyHint', value: false },
  { pointer: '/annotations', value: undefined },
  { pointer: '/tags/1', value: 'clouds' },
  { pointer: '/tags', value: ['sky', 'travel'] },
];

/** The definition with one place changed, under a version of its own unless it is to be the same. */
export function mutate({ pointer, value }: Mutation, version = '1.0.1'): ToolSpec {
  const [last = '', ...path] = pointer.slice(1).split('/').toReversed();
  const copy: Record<string, unknown> = structuredClone<JsonObject>(weather);
  let target = copy;
  for (const step of path.toReversed()) target = target[step] as Record<string, unknown>;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return { ...copy, version } as unknown as ToolSpec;
}
