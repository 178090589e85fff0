import type { CatalogFinding } from '../catalog-event.ts';

const MAX_RULE_LENGTH = 128;
/** Of what comes from a definition, which can have keys of any length. */
const MAX_TEXT_LENGTH = 1024;

/** A finding that takes up a few kilobytes at most, whatever the definition was: events and drafts keep it. */
export function boundFinding(finding: CatalogFinding): CatalogFinding {
  const { rule, pointer, message, fix } = finding;
  const isShort = message.length <= MAX_TEXT_LENGTH && pointer.length <= MAX_TEXT_LENGTH;
  if (isShort && rule.length <= MAX_RULE_LENGTH && fix !== '' && (fix?.length ?? 0) <= MAX_TEXT_LENGTH) {
    return finding;
  }
  const { fix: _, ...rest } = finding;
  return Object.freeze({
    ...rest,
    rule: cut(rule, MAX_RULE_LENGTH),
    pointer: cut(pointer, MAX_TEXT_LENGTH),
    message: cut(message, MAX_TEXT_LENGTH),
    ...(fix && { fix: cut(fix, MAX_TEXT_LENGTH) }),
  });
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
