import { redactMessage } from 'toolcrib/runtime';
import { redactOwnKeys } from './redact-own-keys.ts';

const REDACTED = '[redacted]';
const MAX_CHARS = 2_048;
/** So much is read of a longer one. */
const MAX_READ_CHARS = 16_384;

/** Facts whose value is a secret, whatever it looks like; compared without case, hyphens and underscores. */
const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'key',
  'apikey',
  'xapikey',
  'secret',
  'clientsecret',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'password',
  'passphrase',
  'databaseurl',
]);

/** What follows the name of a scheme or a cookie, of any length and form. */
const HEADER_VALUE = /\b(bearer|basic|digest|cookie:|set-cookie:)\s{1,4}[^\s"',]+/gi;

/** Facts whose value is the id of a principal. */
const principalNames: ReadonlySet<string> = new Set(['principal', 'callerId', 'approver']);

/** The id of a principal that sent a token: its issuer and subject, which redaction would take for a token. */
const TOKEN_ID = /^token:(?=https?:\/\/[^#]+#)/;

/** A text that can be logged: without anything that is known to be a secret by how it is written, and not too long. */
export function redactText(text: string, maxChars: number = MAX_CHARS): string {
  const read = text.slice(0, MAX_READ_CHARS).toWellFormed();
  const clean = redactMessage(redactOwnKeys(read).replace(HEADER_VALUE, `$1 ${REDACTED}`));
  // Cut last: a redactor finds no half of a secret.
  const isWhole = clean.length <= maxChars && text.length <= MAX_READ_CHARS;
  return isWhole ? clean : `${clean.slice(0, maxChars).toWellFormed()}…`;
}

/** A fact that can be logged. */
export function redactFact(name: string, value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (secretNames.has(name.toLowerCase().replaceAll('-', '').replaceAll('_', ''))) return REDACTED;
  // Only texts are left, as far as types go; of anything else not even the form is told.
  if (typeof value !== 'string') return `[${typeof value}]`;
  const [prefix = ''] = principalNames.has(name) ? (TOKEN_ID.exec(value) ?? []) : [];
  return `${prefix}${redactText(value.slice(prefix.length))}`;
}
