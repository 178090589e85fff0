import {
  ASSIGN,
  AUTHORIZATION,
  COOKIE,
  type CredentialRule,
  HEADER,
  hasDigit,
  hasSign,
  isNoPort,
  isRandom,
  isRandomKey,
  isSentence,
  isUserAndPassword,
  PASSWORD,
  raw,
  START,
} from './credential-rule.ts';
import { tokenRules } from './token-rules.ts';

/** Before a parameter of an address, also in HTML. */
const PARAMETER = '(?:[?&]|&amp;|%3F|%26)';
const EQUALS = '(?:=|%3D)';
/** In a path, also in JSON and in a parameter. */
const SLASH = raw`(?:\\?\/|%2F)`;
const SECRET_KEY = 'secret[_-]?key(?:[_-]?base)?';
const LONG_SECRET = `${SECRET_KEY}|(?:api|access|subscription)[_-]?key|(?:access|refresh|auth|id)[_-]?token|client[_-]?secret`;

/** password: "…", password = '…', {"password":"…"}, and the last one as a text inside JSON. */
export const quotedPasswordRules: readonly CredentialRule[] = Object.freeze([
  {
    kind: 'password',
    before: `(?:${PASSWORD})["']?${ASSIGN}"`,
    secret: raw`[^"\\]*(?:\\[^][^"\\]*)*`,
    mark: PASSWORD,
    ignoresCase: true,
  },
  {
    kind: 'password',
    before: `(?:${PASSWORD})["']?${ASSIGN}'`,
    secret: raw`[^'\n]+`,
    mark: PASSWORD,
    ignoresCase: true,
  },
  {
    kind: 'password',
    before: raw`(?:${PASSWORD})(?:\\")?${ASSIGN}\\"`,
    secret: raw`[^"\\]*(?:\\[^"][^"\\]*)*`,
    mark: PASSWORD,
    ignoresCase: true,
  },
] satisfies CredentialRule[]);

/** How credentials are written in any text. A wrong guess damages the data of a result, so these are precise. */
export const credentialRules: readonly CredentialRule[] = Object.freeze([
  // scheme://user:password@host
  {
    kind: 'password',
    before: raw`:\/\/[^\s\/?#:@"'[]*:`,
    secret: raw`[^\s\/?#"']+(?=@)`,
    mark: '://',
    isSecret: isNoPort,
  },
  // https://token@host
  {
    kind: 'token',
    before: raw`:\/\/`,
    secret: raw`[A-Za-z0-9_-]{16}[A-Za-z0-9_-]*(?=@)`,
    mark: '://',
    isSecret: isRandom,
  },
  // Of a database, with a password that is not URL-encoded.
  {
    kind: 'password',
    before: raw`(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|sqlserver):\/\/[^\s\/?#:@"'[]*:`,
    secret: raw`[^\s"'<>:]+(?=@)`,
    mark: '://',
    ignoresCase: true,
    isSecret: isNoPort,
  },
  // Server=db;Pwd=…;
  {
    kind: 'password',
    before: `;(?:${PASSWORD}|pwd)=`,
    secret: raw`[^\s"'\\;&,{}()[\]<>]{4}[^\s"'\\;&,{}()[\]<>]*`,
    mark: `${PASSWORD}|pwd`,
    ignoresCase: true,
  },
  // AccountName=…;AccountKey=…
  {
    kind: 'key',
    before: '(?:account|sharedaccess)key=',
    secret: raw`[A-Za-z0-9+\/=]{16}[A-Za-z0-9+\/=]*`,
    mark: 'accountkey|sharedaccesskey',
    ignoresCase: true,
  },
  {
    kind: 'token',
    before: raw`${AUTHORIZATION}(?:basic|bearer|token)\s{1,4}`,
    secret: raw`[^\s"'\\,;]+`,
    mark: 'authorization',
    ignoresCase: true,
  },
  // Of any other scheme, or of none.
  {
    kind: 'token',
    before: raw`${AUTHORIZATION}(?:[a-z][a-z0-9-]{0,31}\s{1,4})?`,
    secret: raw`[A-Za-z0-9._~+\/=-]{16}[A-Za-z0-9._~+\/=-]*`,
    mark: 'authorization',
    ignoresCase: true,
    isSecret: hasDigit,
  },
  // The parts of an Authorization that only who has the secret can make.
  {
    kind: 'signature',
    before: raw`[\s,;]signature=\\?["']?`,
    secret: raw`[A-Za-z0-9+\/=_-]{32}[A-Za-z0-9+\/=_-]*`,
    mark: 'signature=',
    ignoresCase: true,
  },
  {
    kind: 'signature',
    line: raw`digest\s`,
    before: raw`[\s,;]response=\\?["']?`,
    secret: '[a-f0-9]{32}[a-f0-9]*',
    mark: 'response=',
    ignoresCase: true,
  },
  {
    kind: 'token',
    before: raw`${START}bearer\s{1,4}`,
    secret: raw`[A-Za-z0-9._~+\/=-]{20}[A-Za-z0-9._~+\/=-]*`,
    mark: 'bearer',
    ignoresCase: true,
  },
  // Of a header without its name, of Docker and of npm.
  {
    kind: 'token',
    before: raw`${START}basic\s{1,4}`,
    secret: raw`[A-Za-z0-9+\/]{16}[A-Za-z0-9+\/]*={0,2}`,
    mark: raw`basic\s`,
    ignoresCase: true,
    isSecret: isUserAndPassword,
  },
  {
    kind: 'token',
    before: raw`(?:_auth|["']auth\\?["'])${ASSIGN}(?:\\?["'])?`,
    secret: raw`[A-Za-z0-9+\/]{4}[A-Za-z0-9+\/]*={0,2}`,
    mark: raw`_auth|["']auth\\?["']`,
    ignoresCase: true,
    isSecret: isUserAndPassword,
  },
  ...tokenRules,
  // Parameters in an address.
  {
    kind: 'password',
    before: `${PARAMETER}(?:${PASSWORD})${EQUALS}`,
    secret: raw`[^&#\s"'\\]+`,
    mark: PASSWORD,
    ignoresCase: true,
  },
  {
    kind: 'signature',
    before: `${PARAMETER}(?:sig|signature|x-(?:amz|goog)-signature)${EQUALS}`,
    secret: raw`[^&#\s"'\\]{8}[^&#\s"'\\]*`,
    mark: `sig(?:nature)?${EQUALS}`,
    ignoresCase: true,
  },
  {
    kind: 'secret',
    before: `${PARAMETER}(?:${LONG_SECRET}|secret|token)${EQUALS}`,
    secret: raw`[^&#\s"'\\]{8}[^&#\s"'\\]*`,
    mark: `(?:key|key[_-]?base|secret|token)${EQUALS}`,
    ignoresCase: true,
  },
  // Many parameters of these names aren't secrets.
  {
    kind: 'key',
    before: `${PARAMETER}(?:key|auth)${EQUALS}`,
    secret: raw`[\w-]{16}[\w-]*(?!\.?[\w\/%+:=-])`,
    mark: `(?:key|auth)${EQUALS}`,
    ignoresCase: true,
    isSecret: isRandomKey,
  },
  // Webhooks of Slack and Discord and bots of Telegram, whose address is the secret.
  {
    kind: 'token',
    before: raw`hooks\.slack(?:-gov)?\.com${SLASH}[a-z]{4,12}${SLASH}`,
    secret: raw`(?:[\w-]|${SLASH}){16}(?:[\w-]|${SLASH})*`,
    mark: raw`hooks\.slack`,
    ignoresCase: true,
  },
  {
    kind: 'token',
    before: raw`discord(?:app)?\.com${SLASH}api${SLASH}(?:v\d{1,2}${SLASH})?webhooks${SLASH}\d{16,20}${SLASH}`,
    secret: raw`[\w-]{30}[\w-]*`,
    mark: 'discord',
    ignoresCase: true,
  },
  {
    kind: 'token',
    before: raw`${SLASH}bot\d{5,12}(?::|%3A)`,
    secret: raw`[\w-]{30}[\w-]*`,
    mark: raw`bot\d`,
    ignoresCase: true,
  },
  // Cookie: name=value; name=value, and the same of Set-Cookie.
  {
    kind: 'cookie',
    before: COOKIE,
    secret: raw`[^\s"'\\;=:]+(?:=\\?"[^"\\\r\n]*\\?"|=[^\r\n"'\\])${HEADER}`,
    mark: 'cookie',
    ignoresCase: true,
  },
  ...quotedPasswordRules.map((rule) => ({ ...rule, isSecret: (text: string) => !isSentence(text) })),
  {
    kind: 'password',
    before: `<(?:${PASSWORD})>`,
    secret: raw`[^\s<>]{4}[^\s<>]*`,
    mark: PASSWORD,
    ignoresCase: true,
    isSecret: hasSign,
  },
  // password=…, password: … where it isn't a type, a variable or a word of a sentence.
  {
    kind: 'password',
    before: raw`(?:${PASSWORD})(?:\\?["'])?${ASSIGN}`,
    secret: raw`[^\s"'\\&,;{}()[\]<>]{4}[^\s"'\\&,;{}()[\]<>]*`,
    mark: PASSWORD,
    ignoresCase: true,
    isSecret: hasSign,
  },
  // In quotes, with the signs that Django makes it of.
  {
    kind: 'secret',
    before: raw`(?:${SECRET_KEY})(?:\\?["'])?${ASSIGN}\\?["']`,
    secret: raw`[^\s"'\\:<>{}]{16}[^\s"'\\:<>{}]*`,
    mark: SECRET_KEY,
    ignoresCase: true,
    isSecret: hasDigit,
  },
  {
    kind: 'secret',
    before: raw`(?:${LONG_SECRET})(?:\\?["'])?${ASSIGN}(?:\\?["'])?`,
    secret: raw`[A-Za-z0-9_~+\/.=-]{16}[A-Za-z0-9_~+\/.=-]*`,
    mark: LONG_SECRET,
    ignoresCase: true,
    isSecret: hasDigit,
  },
  // Not the path of a file that has the key.
  {
    kind: 'key',
    before: raw`private[_-]?key(?:\\?["'])?${ASSIGN}(?:\\?["'])?`,
    secret: raw`[A-Za-z0-9+\/=_-]{32}[A-Za-z0-9+\/=_-]*`,
    mark: 'private[_-]?key',
    ignoresCase: true,
    isSecret: (text) => hasDigit(text) && isRandom(text),
  },
] satisfies CredentialRule[]);
