import type { ChangeOptions } from '../catalog-options.ts';
import { FieldReader } from '../field-reader.ts';
import { readChangeOptions, refuseOption } from '../read-catalog-options.ts';

/** Options of `Toolsets.get`. */
export interface GetToolsetOptions {
  /** Which one, from 1 up. @default the current one */
  readonly revision?: number | undefined;
}

/** Options of `Toolsets.rollback`. */
export interface RollbackOptions extends ChangeOptions {
  /** The revision whose content is wanted, from 1 up. @default the one before the current one */
  readonly to?: number | undefined;
}

/** @throws ConfigError `E_INVALID_OPTION`, as all functions here. */
export function readGetOptions(options: GetToolsetOptions): { readonly revision: number | undefined } {
  const read = new FieldReader(options, ['revision'], refuseOption);
  return { revision: readRevision(read, 'revision') };
}

export function readRollbackOptions(options: RollbackOptions) {
  const read = new FieldReader(options, ['to', 'by', 'reason'], refuseOption);
  // What they are is looked at there.
  const given = { by: read.get('by'), reason: read.get('reason') } as ChangeOptions;
  return { to: readRevision(read, 'to'), ...readChangeOptions(given) };
}

function readRevision<Field extends string>(read: FieldReader<Field>, field: Field): number | undefined {
  const value = read.get(field);
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1))
    return value;
  return read.wrong(field, 'a whole number from 1 up');
}
