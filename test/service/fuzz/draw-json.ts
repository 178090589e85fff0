import type { SeededRandom } from '../../compat/seeded-random.ts';
import { drawHostileValue, inputSchemas } from './hostile-values.ts';
import { type KnownThings, pickKnown } from './known-things.ts';
import { pickFrom } from './pick-from.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What values are drawn with. */
export interface Drawing {
  readonly random: SeededRandom;
  readonly known: KnownThings;
  /** The named schemas of the document. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

export const tenantNames = [...Array.from({ length: 12 }, () => 'default'), 'other', 'other', 'nowhere'];
export const toolNames = [
  'echo',
  'echo',
  'greet',
  'wipe',
  'ask',
  'crash',
  'large',
  'spec_only',
  'fresh',
  'nothing',
];
export const toolsetNames = ['near', 'near', 'far', 'nothing'];
const versions = ['1.0.0', '1.1.0', '2.0.0', null];

const argumentsOfTools: readonly unknown[] = [
  {},
  { text: 'hello' },
  { text: 'a'.repeat(2_000) },
  { text: 7 },
  { n: 3, text: '\u001b[31m' },
];

/** Values for fields that must name something, so that requests get further than to "not found". */
function drawNamed(name: string, { random, known }: Drawing): unknown {
  const digest = `sha256/v1:${'a'.repeat(64)}`;
  switch (name) {
    case 'tenant':
      return pickFrom(random, tenantNames);
    case 'tool':
    case 'name':
      return pickFrom(random, random.onceIn(6) ? toolsetNames : toolNames);
    case 'toolset':
      return pickFrom(random, toolsetNames);
    case 'version':
      return pickFrom(random, versions);
    case 'range':
      return pickFrom(random, ['^1', '*', '1.x', '>=1 <3', '9']);
    case 'digest':
      return pickKnown({ random, known, kind: 'digest', otherwise: digest });
    case 'after':
      return pickKnown({ random, known, kind: 'cursor', otherwise: 'x' });
    case 'waitMs':
      return pickFrom(random, [0, 1, 20]);
    case 'arguments':
      return pickFrom(random, argumentsOfTools);
    case 'inputSchema':
    case 'outputSchema':
      return pickFrom(random, inputSchemas.slice(0, random.onceIn(2) ? 3 : inputSchemas.length));
    case 'lock':
      return pickFrom(random, ['{}', '{\n  "lockVersion": 1,\n  "tools": {\n  }\n}\n', '']);
    case 'expiresAt':
      return random.onceIn(2) ? null : '2099-01-31T12:00:00Z';
    default:
      return undefined;
  }
}

/** A value that a schema of the document probably accepts, and that the service can do something with. */
export function drawJson(schema: Schema, drawing: Drawing, name = ''): unknown {
  const { random, schemas } = drawing;
  if (typeof schema.$ref === 'string') {
    return drawJson(schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {}, drawing, name);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return pickFrom(random, schema.enum);
  const named = drawNamed(name, drawing);
  if (named !== undefined) return named;
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return drawJson(pickFrom(random, choices as Schema[]), drawing, name);
  const type = Array.isArray(schema.type) ? pickFrom(random, schema.type) : schema.type;
  return drawType(type, schema, drawing);
}

function drawType(type: unknown, schema: Schema, drawing: Drawing): unknown {
  const { random } = drawing;
  switch (type) {
    case 'object':
      return drawObject(schema, drawing);
    case 'array':
      return Array.from({ length: 1 + random.below(2) }, () =>
        drawJson((schema.items ?? {}) as Schema, drawing),
      );
    case 'string':
      return drawText(schema, random);
    case 'integer':
    case 'number': {
      const least = Number(schema.minimum ?? 0);
      return least + random.below(Math.min(20, Number(schema.maximum ?? 20) - least + 1));
    }
    case 'boolean':
      return random.onceIn(2);
    case 'null':
      return null;
    default:
      return drawHostileValue(random);
  }
}

function drawObject(schema: Schema, drawing: Drawing): unknown {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, Schema>>;
    required?: readonly string[];
  };
  const drawn: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(properties)) {
    if (required.includes(key) || drawing.random.onceIn(3)) drawn.push([key, drawJson(inner, drawing, key)]);
  }
  return Object.fromEntries(drawn);
}

function drawText(schema: Schema, random: SeededRandom): string {
  if (schema.format === 'date-time')
    return pickFrom(random, ['2026-01-31T12:00:00Z', '2099-01-31T12:00:00Z']);
  const most = Number(schema.maxLength ?? 40);
  return pickFrom(random, ['a', 'say hello', 'Because.', 'x-1', 'default', 'read:weather']).slice(0, most);
}
