import { inspect } from 'node:util';
import { expect } from 'vitest';
import type { ToolcribError } from '../../packages/toolcrib/src/index.ts';
import { createSeededRandom } from '../../packages/toolcrib/src/testing/index.ts';
import { rejectionOf } from '../errors.ts';
import { sampleSpec } from './sample-spec.ts';

const SECRET = 'sk-live-4242';
const NOISE_BYTES = 20_000;

/** What a failure of a store says to programs. */
export interface StoreRefusal {
  readonly code: string;
  readonly reason?: unknown;
  readonly isOutcomeUnknown?: unknown;
}

/** A long spec that no database can make shorter, with a text in it that no message may tell. */
export function secretSpec(name: string, version?: string) {
  const noise = Buffer.from(createSeededRandom(name.length).bytes(NOISE_BYTES)).toString('base64');
  return sampleSpec(name, version, { description: `Uses ${SECRET}, not ${noise}.` });
}

/** The code of a refusal for a reason. */
export function codeOf(reason: string): string {
  const codes: Readonly<Record<string, string>> = { full: 'E_STORE_FULL', 'read-only': 'E_STORE_READ_ONLY' };
  return codes[reason] ?? 'E_STORE_FAILED';
}

/** The refusal that a promise rejects with, which must tell people something, but no statement and no value. */
export async function refusalOf(promise: Promise<unknown>): Promise<StoreRefusal> {
  return toRefusal(await rejectionOf(promise));
}

/** The same of an error. */
export function toRefusal(error: ToolcribError): StoreRefusal {
  const told = JSON.stringify(error);
  expect(error.message).toMatch(/^[A-Z].+\.$/);
  expect(told).not.toMatch(/\b(insert|select|update|delete|toolcrib_\w+)\b|postgres:/i);
  expect(`${told} ${inspect(error)}`).not.toContain(SECRET);
  if (error.context.reason !== undefined) expect(error.cause, 'the cause').toBeInstanceOf(Error);
  const { reason, isOutcomeUnknown } = error.context;
  return {
    code: error.code,
    ...(reason !== undefined && { reason }),
    ...(isOutcomeUnknown !== undefined && { isOutcomeUnknown }),
  };
}
