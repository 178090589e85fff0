import {
  ASSIGN,
  AUTHORIZATION,
  COOKIE,
  type CredentialRule,
  HEADER,
  hasDigit,
  isNoPort,
  isRandom,
  PASSWORD,
  raw,
  START,
} from './credential-rule.ts';
import { quotedPasswordRules } from './credential-rules.ts';

/** In an error or a log, whatever is assigned to one of these is a secret. */
const SECRET_NAME =
  'token|secret|session[_-]?id|sessid|connect\\.sid|jwt|api[ _-]?key|credentials?|(?:account|access|private|signing|encryption|secret|subscription)[_-]?key';
/** Of a command, also with quotes and spaces. */
const ARGUMENT = raw`(?:"[^"\r\n]*"|'[^'\r\n]*'|\\"[^"\\\r\n]*\\"|[^\s"'\\[][^\s"'\\]*)`;
/** What is wrong with a secret, what code has in place of one, and what a parser calls a token. */
const faultWords: ReadonlySet<string> = new Set(
  (
    'absent cannot denied empty expected expired failed false forbidden identifier include invalid keyword malformed ' +
    'missing must none not null omit operator required revoked same-origin should string true unauthorized undefined ' +
    'unknown unset wrong'
  ).split(' '),
);

/**
 * What is a secret in an error or a log although data are full of the like: whatever is assigned to a token, a secret or a
 * session, and every value of a cookie.
 */
export const messageRules: readonly CredentialRule[] = Object.freeze([
  ...quotedPasswordRules,
  // Of a connection string, in which it ends with the semicolon and may have spaces.
  {
    kind: 'password',
    before: `(?:${PASSWORD}|pwd)=`,
    secret: raw`[^\s;="'&\\[][^;="'&\\\r\n]{0,126}(?=;)`,
    mark: `${PASSWORD}|pwd`,
    ignoresCase: true,
  },
  // Names that nothing else has, so that short ones are secrets too.
  {
    kind: 'secret',
    before: '(?:client[_-]?secret|(?:access|refresh|id)[_-]?token)(?:=|%3D)',
    secret: raw`[^\s"'\\&,;{}()[\]<>]+`,
    mark: 'client[_-]?secret|(?:access|refresh|id)[_-]?token',
    ignoresCase: true,
  },
  {
    kind: 'secret',
    before: raw`(?:${SECRET_NAME}|["']pass)\\?["']?${ASSIGN}"`,
    secret: raw`[^"\\]*(?:\\[^][^"\\]*)*`,
    mark: `${SECRET_NAME}|["']pass`,
    ignoresCase: true,
    isSecret: isNoFault,
  },
  {
    kind: 'secret',
    before: raw`(?:${SECRET_NAME})["']?${ASSIGN}'`,
    secret: raw`[^'\r\n]+`,
    mark: SECRET_NAME,
    ignoresCase: true,
    isSecret: isNoFault,
  },
  // Also as the first of a list, as headers are printed, and in a parameter of an address.
  {
    kind: 'secret',
    before: raw`(?:${SECRET_NAME})(?:\\?["'])?(?:${ASSIGN}|%3D)(?:[[({<]\s{0,4}(?!redacted))?(?:\\?["'])?`,
    secret: raw`[^\s"'\\&,;{}()[\]<>]{4}[^\s"'\\&,;{}()[\]<>]*`,
    mark: SECRET_NAME,
    ignoresCase: true,
    isSecret: isNoFault,
  },
  // Not after a colon, where a message says what is wrong with it.
  {
    kind: 'password',
    before: raw`(?:${PASSWORD}|pwd|[_-]pass)(?:\\?["'])?\s{0,4}=>?\s{0,4}(?:\\?["'])?`,
    secret: raw`[^\s"'\\&,;{}()[\]<>]{4}[^\s"'\\&,;{}()[\]<>]*`,
    mark: `${PASSWORD}|pwd|[_-]pass`,
    ignoresCase: true,
  },
  // As an element of XML; in prose, only what mixes letters and digits.
  {
    kind: 'secret',
    before: raw`<(?:${SECRET_NAME})>`,
    secret: raw`[^<>[]+(?=<\/)`,
    mark: SECRET_NAME,
    ignoresCase: true,
  },
  {
    kind: 'secret',
    before: raw`(?:token|secret|jwt|api[ _-]?key):?(?:\s(?:invalid|expired|unknown|revoked|wrong|bad))?\s["']?`,
    secret: raw`[\w.+/=~-]{8}[\w.+/=~-]*`,
    mark: 'token|secret|jwt|api[ _-]?key',
    ignoresCase: true,
    isSecret: (text) => hasDigit(text) && isRandom(text),
  },
  { kind: 'secret', before: 'session=', secret: raw`[^\s"'\\&,;[]+`, mark: 'session=', ignoresCase: true },
  // Of a command that failed.
  {
    kind: 'password',
    before: raw`(?:^|[\s"'(])--(?:[a-z]{1,12}-)?(?:${PASSWORD}|token|secret|api-?key)\s{1,4}(?!-)`,
    secret: ARGUMENT,
    mark: '--',
    ignoresCase: true,
  },
  {
    kind: 'password',
    line: raw`\b(?:curl|wget)(?:\.exe)?["']?(?:\s|$)`,
    before: raw`\s(?:-[uU]|--(?:proxy-)?user[=\s])\s{0,4}["']?[^\s"':=-][^\s"':=]{0,63}:`,
    secret: raw`[^\s"'\\[][^\s"'\\]*`,
    mark: raw`\s-u|\s--(?:proxy-)?user`,
  },
  {
    kind: 'password',
    line: 'mysql|mariadb',
    before: raw`\s-p`,
    secret: ARGUMENT,
    mark: raw`\s-p`,
    isSecret: (text) => !/^\d+:\d+/.test(text),
  },
  { kind: 'password', before: raw`sshpass\s{1,4}-p\s{0,4}`, secret: ARGUMENT, mark: 'sshpass' },
  { kind: 'password', line: 'redis-cli', before: raw`\s-a\s{1,4}`, secret: ARGUMENT, mark: raw`\s-a\s` },
  {
    kind: 'token',
    before: AUTHORIZATION,
    secret: raw`[^\s"'\\[]${HEADER}`,
    mark: 'authorization',
    ignoresCase: true,
    isSecret: isNoFault,
  },
  {
    kind: 'token',
    before: raw`${START}bearer\s{1,4}`,
    secret: raw`[^\s"'\\,;[]{4}[^\s"'\\,;]*`,
    mark: 'bearer',
    ignoresCase: true,
    isSecret: hasDigit,
  },
  // An address that cannot be read is what an error is about.
  {
    kind: 'password',
    before: raw`:\/\/[^\s\/?#:@"'[]*:`,
    secret: raw`[^\s"'<>:]+(?=@)`,
    mark: '://',
    isSecret: isNoPort,
  },
  // All of them, as a program prints or assigns them.
  {
    kind: 'cookie',
    before: raw`${START}cookies?\s{0,4}=\s{0,4}(?:\{\s{0,4})?(?=["']?[\w.-]{1,64}["']?\s{0,4}[:=])`,
    secret: raw`[^\s\\[][^\r\n\\]*`,
    mark: 'cookie',
    ignoresCase: true,
  },
  {
    kind: 'cookie',
    before: COOKIE,
    secret: raw`[^\s"'\\[]${HEADER}`,
    mark: 'cookie',
    ignoresCase: true,
    isSecret: isNoFault,
  },
] satisfies CredentialRule[]);

/** Whether a value does not begin, after a colon, with a word that says what is wrong. */
function isNoFault(text: string, before: string): boolean {
  if (!before.includes(':')) return true;
  const [first = ''] = /^[a-z-]*/i.exec(text) ?? [];
  return !faultWords.has(first.toLowerCase()) || !isProse(text.slice(first.length));
}

/** Whether a text has words only, none of them with letters as chance mixes them. */
function isProse(text: string): boolean {
  return text.split(/[\s.,:;!?()]/).every((word) => /^(?:[A-Za-z]?[a-z-]*|[A-Z]+)$/.test(word));
}
