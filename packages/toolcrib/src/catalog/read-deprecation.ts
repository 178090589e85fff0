import { type Fail, FieldReader } from './field-reader.ts';
import { isSpecName } from './read-spec.ts';
import type { Deprecation } from './tool-registration.ts';

const MAX_MESSAGE_LENGTH = 4096;
const MAX_NAME_LENGTH = 256;

/** A frozen copy of a deprecation that may come from anywhere; whatever `fail` throws if it is none. */
export function readDeprecation(value: unknown, fail: Fail): Deprecation {
  const read = new FieldReader(value, ['message', 'replacement', 'sunset'], fail);
  const message = read.text('message', MAX_MESSAGE_LENGTH);
  const replacement = read.optionalText('replacement', MAX_NAME_LENGTH);
  if (replacement !== undefined && !isSpecName(replacement)) read.wrong('replacement', 'the name of a tool');
  const sunset = read.optionalDate('sunset');
  return Object.freeze({
    message,
    ...(replacement !== undefined && { replacement }),
    ...(sunset !== undefined && { sunset }),
  });
}
