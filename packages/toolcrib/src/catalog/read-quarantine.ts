import { type Fail, FieldReader } from './field-reader.ts';
import type { Quarantine } from './tool-registration.ts';

const MAX_REASON_LENGTH = 4096;
const MAX_BY_LENGTH = 256;

/** A frozen copy of a quarantine that may come from anywhere; whatever `fail` throws if it is none. */
export function readQuarantine(value: unknown, fail: Fail): Quarantine {
  const read = new FieldReader(value, ['reason', 'since', 'by'], fail);
  const reason = read.text('reason', MAX_REASON_LENGTH);
  const since = read.date('since');
  const by = read.optionalText('by', MAX_BY_LENGTH);
  return Object.freeze({ reason, since, ...(by !== undefined && { by }) });
}
