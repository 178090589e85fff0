import { FieldReader } from '../field-reader.ts';
import { refuseOption } from '../read-catalog-options.ts';
import type { SealOptions } from '../seal-catalog.ts';

/** Of whoever uses something. */
const MAX_WHO_LENGTH = 256;
/** Longer than any name is. */
const MAX_NAME_LENGTH = 256;

/** @throws ConfigError `E_INVALID_OPTION`. */
export function readSealOptions(options: SealOptions) {
  const read = new FieldReader(options, ['consumer', 'lock', 'toolset', 'onMismatch'], refuseOption);
  const onMismatch = read.get('onMismatch') ?? 'refuse';
  if (onMismatch !== 'refuse' && onMismatch !== 'leave-out') {
    return read.wrong('onMismatch', "'refuse' or 'leave-out'");
  }
  return {
    consumer: read.text('consumer', MAX_WHO_LENGTH),
    // What it is, is looked at when it is compared.
    lock: read.get('lock') as SealOptions['lock'],
    toolset: read.optionalText('toolset', MAX_NAME_LENGTH),
    onMismatch: onMismatch as 'refuse' | 'leave-out',
  };
}
