import { redacted } from './redactor.ts';

/**
 * How one kind of credential is written. Both patterns together must run in linear time. Many characters are
 * `x{20}x*` and not `x{20,}`, which takes memory for each of them.
 */
interface CredentialRule {
  /** What the placeholder calls the secret. */
  readonly kind: 'password' | 'token' | 'key' | 'signature' | 'cookie' | 'secret';
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
/** Also that of `Set-Cookie`. */
const COOKIE = raw`cookie(?:\\?["'])?\s{0,4}:\s{0,4}(?:\\?["'])?`;
const LONG_SECRET = 'api[_-]?key|(?:access|refresh)[_-]?token|client[_-]?secret|secret[_-]?access[_-]?key';
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,24}PRIVATE KEY[A-Z ]{0,8}-----/g;

/** @internal Exported for the test that measures them. */
export const credentialRules: readonly CredentialRule[] = Object.freeze([
  // scheme://user:password@host
  { kind: 'password', before: raw`:\/\/[^\s\/?#:@"']*:`, secret: raw`[^\s\/?#"']+(?=@)`, mark: '://' },
  {
    kind: 'token',
    before: raw`authorization\\?["']?${ASSIGN}\\?["']?(?:basic|bearer|digest|token)\s{1,4}`,
    secret: raw`[^\s"'\\,;]+`,
    mark: 'authorization',
    ignoresCase: true,
  },
  {
    kind: 'token',
    before: raw`${START}bearer\s{1,4}`,
    secret: raw`[A-Za-z0-9._~+\/=-]{20}[A-Za-z0-9._~+\/=-]*`,
    mark: 'bearer',
    ignoresCase: true,
  },
  // AWS access key ids.
  {
    kind: 'key',
    before: START,
    secret: raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
    mark: 'AKIA|ASIA|ABIA|ACCA',
  },
  // GitHub, GitLab, npm.
  { kind: 'token', before: START, secret: 'gh[opsur]_[A-Za-z0-9]{20}[A-Za-z0-9]*', mark: 'gh[opsur]_' },
  { kind: 'token', before: START, secret: 'github_pat_[A-Za-z0-9_]{20}[A-Za-z0-9_]*', mark: 'github_pat_' },
  { kind: 'token', before: START, secret: 'glpat-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*', mark: 'glpat-' },
  { kind: 'token', before: START, secret: 'npm_[A-Za-z0-9]{30}[A-Za-z0-9]*', mark: 'npm_' },
  // Slack.
  { kind: 'token', before: START, secret: 'xox[a-z]-[A-Za-z0-9-]{10}[A-Za-z0-9-]*', mark: 'xox' },
  // OpenAI, Anthropic and others. The title in an address of a page may begin with the same letters.
  {
    kind: 'key',
    before: START,
    secret: 'sk-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*',
    mark: 'sk-',
    isSecret: isRandom,
  },
  // Stripe.
  { kind: 'key', before: START, secret: '[rs]k_(?:live|test)_[A-Za-z0-9]{10}[A-Za-z0-9]*', mark: '[rs]k_' },
  // Google.
  { kind: 'key', before: START, secret: 'AIza[A-Za-z0-9_-]{30}[A-Za-z0-9_-]*', mark: 'AIza' },
  // JSON Web Tokens: three parts, or five when encrypted.
  {
    kind: 'token',
    before: START,
    secret: 'eyJ[A-Za-z0-9_.-]{10}[A-Za-z0-9_.-]*',
    mark: 'eyJ',
    isSecret: (text) => text.split('.').length >= 3,
  },
  // Parameters in an address.
  {
    kind: 'password',
    before: `[?&](?:${PASSWORD})=`,
    secret: raw`[^&#\s"'\\]+`,
    mark: PASSWORD,
    ignoresCase: true,
  },
  {
    kind: 'signature',
    before: '[?&](?:sig|signature|x-(?:amz|goog)-signature)=',
    secret: raw`[^&#\s"'\\]{8}[^&#\s"'\\]*`,
    mark: 'sig(?:nature)?=',
    ignoresCase: true,
  },
  {
    kind: 'secret',
    before: `[?&](?:${LONG_SECRET}|secret|token)=`,
    secret: raw`[^&#\s"'\\]{8}[^&#\s"'\\]*`,
    mark: '(?:key|secret|token)=',
    ignoresCase: true,
  },
  // Cookie: name=value; name=value, and the same of Set-Cookie.
  {
    kind: 'cookie',
    before: COOKIE,
    secret: raw`[^\s"'\\;=:]+=[^\r\n"'\\]+`,
    mark: 'cookie',
    ignoresCase: true,
  },
  // password: "…", password = '…', {"password":"…"}, and the last one as a text inside JSON.
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
  // password=…, password: … where it is no type, variable or word of a sentence.
  {
    kind: 'password',
    before: `(?:${PASSWORD})${ASSIGN}`,
    secret: raw`[^\s"'\\&,;{}()[\]<>]{4}[^\s"'\\&,;{}()[\]<>]*`,
    mark: PASSWORD,
    ignoresCase: true,
    isSecret: (text) => /[0-9!@#$%^*+/?~|]/.test(text),
  },
  {
    kind: 'secret',
    before: raw`(?:${LONG_SECRET})(?:\\?["'])?${ASSIGN}(?:\\?["'])?`,
    secret: raw`[A-Za-z0-9_~+\/.=-]{16}[A-Za-z0-9_~+\/.=-]*`,
    mark: LONG_SECRET,
    ignoresCase: true,
    isSecret: (text) => /[0-9]/.test(text),
  },
] satisfies CredentialRule[]);

/**
 * What is a secret in an error or a log although data are full of the like: whatever is assigned to a token, a secret or a
 * session, and every value of a cookie.
 *
 * @internal Exported for the test that measures them.
 */
export const messageRules: readonly CredentialRule[] = Object.freeze([
  {
    kind: 'secret',
    before: raw`(?:token|secret|session[_-]?id|api[_-]?key)(?:\\?["'])?${ASSIGN}(?:\\?["'])?`,
    secret: raw`[^\s"'\\&,;{}()[\]<>]{4}[^\s"'\\&,;{}()[\]<>]*`,
    mark: 'token|secret|session|key',
    ignoresCase: true,
  },
  { kind: 'cookie', before: COOKIE, secret: raw`[^\s"'\\[][^\r\n"'\\]*`, mark: 'cookie', ignoresCase: true },
] satisfies CredentialRule[]);

/**
 * Takes out what is written like a well-known credential: passwords in addresses and assignments, private
 * keys, `Authorization` and `Cookie` values, JSON Web Tokens, signatures of links, and the keys of AWS, GitHub, GitLab,
 * npm, Slack, OpenAI, Anthropic, Stripe and Google. The placeholder names the kind, such as `[redacted:password]`. A
 * secret that looks like any other word is not found; for those that the host knows there is `redactValues`. Time is
 * linear in the length of the text.
 */
export const redactCredentials: (text: string) => string = createRedactor(credentialRules);

/**
 * Takes out what {@link redactCredentials} does, and also any value assigned to a token, a secret or a cookie, whatever it
 * looks like. For errors and logs, where a wrong guess costs little.
 */
export const redactMessage: (text: string) => string = createRedactor([...credentialRules, ...messageRules]);

function createRedactor(rules: readonly CredentialRule[]): (text: string) => string {
  const compiled = rules.map(({ kind, before, secret, ignoresCase, isSecret }) => ({
    pattern: new RegExp(`(${before})(${secret})`, ignoresCase ? 'gi' : 'g'),
    placeholder: redacted(kind),
    isSecret,
  }));
  // One look instead of one per rule, for the many texts that have nothing to hide.
  const anyMark = new RegExp([...new Set(['PRIVATE KEY', ...rules.map(({ mark }) => mark)])].join('|'), 'i');
  return (text) => {
    if (!anyMark.test(text)) return text;
    let rest = redactPrivateKeys(text);
    for (const { pattern, placeholder, isSecret } of compiled) {
      rest = rest.replace(pattern, (match: string, before: string, secret: string) =>
        secret !== '' && (isSecret === undefined || isSecret(secret)) ? before + placeholder : match,
      );
    }
    return rest;
  };
}

/** Blocks of private keys; one that was cut goes to the end of the text. */
function redactPrivateKeys(text: string): string {
  let kept = '';
  let done = 0;
  for (const { index } of text.matchAll(PRIVATE_KEY)) {
    if (index < done) continue;
    const footer = text.indexOf('-----END ', index);
    const end = footer === -1 ? -1 : text.indexOf('-----', footer + 9);
    kept += text.slice(done, index) + redacted('key');
    if (end === -1) return kept;
    done = end + 5;
  }
  return kept + text.slice(done);
}

/** Letters and digits as chance mixes them, not as words joined by hyphens. */
function isRandom(text: string): boolean {
  return (/[A-Z]/.test(text) && /[0-9]/.test(text)) || /[a-z0-9]{20}/.test(text);
}
