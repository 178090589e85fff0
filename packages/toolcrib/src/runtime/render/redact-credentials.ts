import { type CredentialRule, MAX_LINE_LENGTH } from './credential-rule.ts';
import { credentialRules } from './credential-rules.ts';
import { messageRules } from './message-rules.ts';
import { keepText, type Redactor, redacted } from './redactor.ts';

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,24}PRIVATE KEY[A-Z ]{0,8}-----/g;

/**
 * Takes out what is written like a well-known credential: passwords in addresses and assignments, private
 * keys, `Authorization` and `Cookie` values, JSON Web Tokens, signatures of links, and keys that begin as those of AWS,
 * GitHub, Slack, OpenAI, Stripe, Google and others do. The placeholder names the kind, such as `[redacted:password]`. A
 * secret that looks like any other word is not found; for those that the host knows there is `redactValues`. Time is
 * linear in the length of the text.
 */
export const redactCredentials: (text: string) => string = createRedactor(credentialRules);

/**
 * Takes out what {@link redactCredentials} does, and also any value assigned to a token, a secret or a cookie, whatever it
 * looks like. For errors and logs, where a wrong guess costs little.
 */
export const redactMessage: (text: string) => string = createRedactor([...credentialRules, ...messageRules]);

/** The redactor of messages where another one is that of results; nothing is taken out where nothing is to be. */
export function toMessageRedactor(redact: Redactor): Redactor {
  return redact === keepText ? keepText : (text) => redactMessage(redact(text));
}

function createRedactor(rules: readonly CredentialRule[]): (text: string) => string {
  const compiled = rules.map(compileRule);
  // One look instead of one per rule, for the many texts that have nothing to hide.
  const anyMark = new RegExp([...new Set(['PRIVATE KEY', ...rules.map(({ mark }) => mark)])].join('|'), 'i');
  return (text) => {
    if (!anyMark.test(text)) return text;
    let rest = redactPrivateKeys(text);
    for (const redactRule of compiled) rest = redactRule(rest);
    return rest;
  };
}

function compileRule({ kind, line, before, secret, ignoresCase, isSecret }: CredentialRule): Redactor {
  const pattern = new RegExp(`(${before})(${secret})`, ignoresCase ? 'gi' : 'g');
  const linePattern = line === undefined ? undefined : new RegExp(line, 'i');
  const placeholder = redacted(kind);
  return (text) => {
    let kept = '';
    let done = 0;
    for (const { 0: match, 1: start = '', 2: found = '', index } of text.matchAll(pattern)) {
      if (found === '' || isSecret?.(found, start) === false) continue;
      if (linePattern?.test(lineBefore(text, index)) === false) continue;
      kept += text.slice(done, index) + start + placeholder;
      done = index + match.length;
    }
    return kept + text.slice(done);
  };
}

/** The line up to an index. */
function lineBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - MAX_LINE_LENGTH), index);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
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
