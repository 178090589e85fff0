import { type CredentialRule, isRandom, raw, START } from './credential-rule.ts';

const LETTERS = '[A-Za-z0-9]';
const LETTERS_OR_SIGNS = raw`[\w-]`;
const HEX = '[0-9a-f]';
/** Three digits in base64. The token of a Discord bot begins with its id, which has 17 to 20 digits. */
const THREE_DIGITS = '[MNO][DTjz][AEIMQUYcgk][w-z0-5]';

/** How well-known tokens begin, by the characters that follow and how many there are at least. */
const tokenStarts: readonly {
  readonly characters: string;
  readonly least: number;
  readonly starts: readonly string[];
}[] = [
  // GitLab, Google, HashiCorp Vault.
  {
    characters: LETTERS_OR_SIGNS,
    least: 20,
    starts: ['gl(?:pat|rt|dt|ptt|cbt|soat)-', raw`ya29\.(?:c\.)?`, 'GOCSPX-', raw`hv[bs]\.`],
  },
  // Hugging Face, Replicate, Linear, Notion, Groq, xAI, Perplexity, Doppler, npm.
  {
    characters: LETTERS,
    least: 30,
    starts: [
      'hf_',
      'r8_',
      'lin_(?:api|oauth)_',
      'ntn_',
      'gsk_',
      'xai-',
      'pplx-',
      raw`dp\.(?:pt|ct|sa|st(?:\.[\w-]{2,35})?)\.`,
      'npm_',
    ],
  },
  // DigitalOcean, Shopify, Databricks, Supabase.
  { characters: HEX, least: 32, starts: ['do[opr]_v1_', 'shp(?:at|ca|pa|ss)_', 'dapi', 'sbp_'] },
  // Figma, PyPI, SendGrid.
  { characters: LETTERS_OR_SIGNS, least: 36, starts: ['figd_', 'pypi-AgE', raw`SG\.[\w-]{22}\.`] },
  // Atlassian.
  { characters: raw`[\w=-]`, least: 50, starts: ['ATATT3'] },
  // Stripe, Svix.
  { characters: raw`[A-Za-z0-9+\/=]`, least: 24, starts: ['whsec_'] },
  // age.
  { characters: '[A-Z0-9]', least: 40, starts: ['AGE-SECRET-KEY-(?:PQ-)?1'] },
];
const MIN_JWT_PART = 10;
const discordToken = new RegExp(raw`^(?:${THREE_DIGITS}){5}[\w-]{2,7}\.[\w-]{6}\.[\w-]{27}`);

/** Keys and tokens that their own letters give away, whatever is before them. */
export const tokenRules: readonly CredentialRule[] = Object.freeze([
  // AWS access key ids.
  {
    kind: 'key',
    before: START,
    secret: raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
    mark: 'AKIA|ASIA|ABIA|ACCA',
  },
  ...tokenStarts.map(({ characters, least, starts }) => ({
    kind: 'token' as const,
    before: START,
    secret: `(?:${starts.join('|')})${characters}{${least}}${characters}*`,
    mark: starts.join('|'),
  })),
  {
    kind: 'token',
    before: START,
    secret: raw`${THREE_DIGITS}${THREE_DIGITS}[\w.-]{50}[\w.-]*`,
    mark: THREE_DIGITS + THREE_DIGITS,
    isSecret: (text) => discordToken.test(text),
  },
  // Telegram.
  { kind: 'token', before: raw`\d{8}:`, secret: raw`AA[\w-]{31}[\w-]*`, mark: raw`\d:AA` },
  // GitHub.
  { kind: 'token', before: START, secret: 'gh[opsur]_[A-Za-z0-9]{20}[A-Za-z0-9]*', mark: 'gh[opsur]_' },
  { kind: 'token', before: START, secret: 'github_pat_[A-Za-z0-9_]{20}[A-Za-z0-9_]*', mark: 'github_pat_' },
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
    isSecret: isJsonWebToken,
  },
] satisfies CredentialRule[]);

/** The second part is empty where the payload is elsewhere, or where no key is sent along. */
function isJsonWebToken(text: string): boolean {
  const [header = '', payload = '', next] = text.split('.');
  if (next === undefined || header.length < MIN_JWT_PART) return false;
  return (payload === '' ? next : payload).length >= MIN_JWT_PART;
}
