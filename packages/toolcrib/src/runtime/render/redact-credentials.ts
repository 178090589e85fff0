import { REDACTED } from './redactor.ts';

/**
 * How one kind of credential is written. Both patterns together must run in linear time. Many characters are
 * `x{20}x*` and not `x{20,}`, which takes memory for each of them.
 */
interface CredentialRule {
  /** What is before the secret, and stays. */
  readonly before: string;
  readonly secret: string;
  /** What the text of each such credential has somewhere, in any case. Most texts have nothing of the kind. */
  readonly mark: string;
  readonly ignoresCase?: true;
  /** Decides where the pattern alone could be wrong. */
  readonly isSecret?: (text: string) => boolean;
}

const raw = String.raw;
/** Not in the middle of a word; the letter of an escape such as `\n` in JSON text is no part of one. */
const START = raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[bfnrt]))`;
const ASSIGN = raw`\s{0,4}(?:=>|[:=])\s{0,4}`;
const PASSWORD = 'passw(?:or)?d|passphrase';
const LONG_SECRET = 'api[_-]?key|(?:access|refresh)[_-]?token|client[_-]?secret|secret[_-]?access[_-]?key';
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,24}PRIVATE KEY[A-Z ]{0,8}-----/g;

/** @internal Exported for the test that measures them. */
export const credentialRules: readonly CredentialRule[] = Object.freeze([
  // scheme://user:password@host
  { before: raw`:\/\/[^\s\/?#:@"']*:`, secret: raw`[^\s\/?#"']+(?=@)`, mark: '://' },
  {
    before: raw`authorization\\?["']?${ASSIGN}\\?["']?(?:basic|bearer|digest|token)\s{1,4}`,
    secret: raw`[^\s"'\\,;]+`,
    mark: 'authorization',
    ignoresCase: true,
  },
  {
    before: raw`${START}bearer\s{1,4}`,
    secret: raw`[A-Za-z0-9._~+\/=-]{20}[A-Za-z0-9._~+\/=-]*`,
    mark: 'bearer',
    ignoresCase: true,
  },
  // AWS access key ids.
  {
    before: START,
    secret: raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
    mark: 'AKIA|ASIA|ABIA|ACCA',
  },
  // GitHub, GitLab, npm.
  { before: START, secret: 'gh[opsur]_[A-Za-z0-9]{20}[A-Za-z0-9]*', mark: 'gh[opsur]_' },
  { before: START, secret: 'github_pat_[A-Za-z0-9_]{20}[A-Za-z0-9_]*', mark: 'github_pat_' },
  { before: START, secret: 'glpat-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*', mark: 'glpat-' },
  { before: START, secret: 'npm_[A-Za-z0-9]{30}[A-Za-z0-9]*', mark: 'npm_' },
  // Slack.
  { before: START, secret: 'xox[a-z]-[A-Za-z0-9-]{10}[A-Za-z0-9-]*', mark: 'xox' },
  // OpenAI, Anthropic and others. The title in an address of a page may begin with the same letters.
  { before: START, secret: 'sk-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*', mark: 'sk-', isSecret: isRandom },
  // Stripe.
  { before: START, secret: '[rs]k_(?:live|test)_[A-Za-z0-9]{10}[A-Za-z0-9]*', mark: '[rs]k_' },
  // Google.
  { before: START, secret: 'AIza[A-Za-z0-9_-]{30}[A-Za-z0-9_-]*', mark: 'AIza' },
  // JSON Web Tokens: three parts, or five when encrypted.
  {
    before: START,
    secret: 'eyJ[A-Za-z0-9_.-]{10}[A-Za-z0-9_.-]*',
    mark: 'eyJ',
    isSecret: (text) => text.split('.').length >= 3,
  },
  // Parameters in an address.
  { before: `[?&](?:${PASSWORD})=`, secret: raw`[^&#\s"'\\]+`, mark: PASSWORD, ignoresCase: true },
  {
    before: `[?&](?:${LONG_SECRET}|secret|token|sig|x-amz-signature)=`,
    secret: raw`[^&#\s"'\\]{8}[^&#\s"'\\]*`,
    mark: '(?:key|secret|token|sig|signature)=',
    ignoresCase: true,
  },
  // password: "…", password = '…', {"password":"…"}, and the last one as a text inside JSON.
  {
    before: `(?:${PASSWORD})["']?${ASSIGN}"`,
    secret: raw`[^"\\]*(?:\\[^][^"\\]*)*`,
    mark: PASSWORD,
    ignoresCase: true,
  },
  { before: `(?:${PASSWORD})["']?${ASSIGN}'`, secret: raw`[^'\n]+`, mark: PASSWORD, ignoresCase: true },
  {
    before: raw`(?:${PASSWORD})(?:\\")?${ASSIGN}\\"`,
    secret: raw`[^"\\]*(?:\\[^"][^"\\]*)*`,
    mark: PASSWORD,
    ignoresCase: true,
  },
  // password=…, password: … where it is no type, variable or word of a sentence.
  {
    before: `(?:${PASSWORD})${ASSIGN}`,
    secret: raw`[^\s"'\\&,;{}()[\]<>]{4}[^\s"'\\&,;{}()[\]<>]*`,
    mark: PASSWORD,
    ignoresCase: true,
    isSecret: (text) => /[0-9!@#$%^*+/?~|]/.test(text),
  },
  {
    before: raw`(?:${LONG_SECRET})(?:\\?["'])?${ASSIGN}(?:\\?["'])?`,
    secret: raw`[A-Za-z0-9_~+\/.=-]{16}[A-Za-z0-9_~+\/.=-]*`,
    mark: LONG_SECRET,
    ignoresCase: true,
    isSecret: (text) => /[0-9]/.test(text),
  },
] satisfies CredentialRule[]);

const compiledRules = credentialRules.map(({ before, secret, ignoresCase, isSecret }) => ({
  pattern: new RegExp(`(${before})(${secret})`, ignoresCase ? 'gi' : 'g'),
  isSecret,
}));

/** One look instead of one per rule, for the many texts that have nothing to hide. */
const ANY_MARK = new RegExp(
  [...new Set(['PRIVATE KEY', ...credentialRules.map(({ mark }) => mark)])].join('|'),
  'i',
);

/**
 * Takes out what is written like a well-known credential: passwords in addresses and assignments, private
 * keys, `Authorization` values, JSON Web Tokens, and the keys of AWS, GitHub, GitLab, npm, Slack, OpenAI,
 * Anthropic, Stripe and Google. A secret that looks like any other word is not found; for those that the
 * host knows there is `redactValues`. Time is linear in the length of the text.
 */
export function redactCredentials(text: string): string {
  if (!ANY_MARK.test(text)) return text;
  let rest = redactPrivateKeys(text);
  for (const { pattern, isSecret } of compiledRules) {
    rest = rest.replace(pattern, (match: string, before: string, secret: string) =>
      secret !== '' && (isSecret === undefined || isSecret(secret)) ? before + REDACTED : match,
    );
  }
  return rest;
}

/** Blocks of private keys; one that was cut goes to the end of the text. */
function redactPrivateKeys(text: string): string {
  let redacted = '';
  let done = 0;
  for (const { index } of text.matchAll(PRIVATE_KEY)) {
    if (index < done) continue;
    const footer = text.indexOf('-----END ', index);
    const end = footer === -1 ? -1 : text.indexOf('-----', footer + 9);
    redacted += text.slice(done, index) + REDACTED;
    if (end === -1) return redacted;
    done = end + 5;
  }
  return redacted + text.slice(done);
}

/** Letters and digits as chance mixes them, not as words joined by hyphens. */
function isRandom(text: string): boolean {
  return (/[A-Z]/.test(text) && /[0-9]/.test(text)) || /[a-z0-9]{20}/.test(text);
}
