import { FieldReader } from '../field-reader.ts';
import { readDigest, readPins } from './read-toolset-content.ts';
import { failIn, readToolsetDefinition } from './read-toolset-definition.ts';
import type { ToolsetDefinition } from './toolset.ts';
import { refuseToolset } from './toolset-errors.ts';
import type { ToolsetPlan } from './toolset-plan.ts';

/** What of a plan counts when it is applied. */
export type ReadPlan = Pick<ToolsetPlan, 'definition' | 'pins' | 'from' | 'to'>;

const fields = Object.keys({
  definition: true,
  pins: true,
  from: true,
  to: true,
  changes: true,
  tokens: true,
  isEmpty: true,
} satisfies Record<keyof ToolsetPlan, true>) as (keyof ToolsetPlan)[];

/** Reads a plan, which may have been on its way. @throws ConfigError `E_INVALID_TOOLSET` with `context.path`. */
export function readToolsetPlan(value: unknown): ReadPlan {
  const read = new FieldReader(value, fields, failIn(refuseToolset, ''));
  const definition: ToolsetDefinition = readToolsetDefinition(
    read.get('definition'),
    refuseToolset,
    '/definition',
  );
  const pins = readPins(read, definition, refuseToolset);
  const to = new FieldReader(read.get('to'), ['setDigest'], failIn(refuseToolset, '/to'));
  const from = read.get('from');
  return {
    definition,
    pins,
    to: { setDigest: readDigest(to, 'setDigest') },
    ...(from !== undefined && { from: readFrom(from) }),
  };
}

function readFrom(value: unknown): NonNullable<ToolsetPlan['from']> {
  const read = new FieldReader(value, ['revision', 'setDigest'], failIn(refuseToolset, '/from'));
  const revision = read.get('revision');
  if (typeof revision !== 'number') return read.wrong('revision', 'a number');
  return { revision, setDigest: readDigest(read, 'setDigest') };
}
