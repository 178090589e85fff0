import { InvalidArgumentError } from 'commander';
import type { AuditHead } from '../store/service-store.ts';

/** Reads `<number>:sha256:<hex>`, as `audit verify` prints it. */
export function readHead(text: string): AuditHead {
  const [, sequence, hash] = /^(\d{1,15}):(sha256:[0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    throw new InvalidArgumentError('It is written as `audit verify` prints it: <number>:sha256:<64 digits>.');
  }
  return { sequence: Number(sequence), hash };
}
