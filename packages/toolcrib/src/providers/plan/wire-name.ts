import { sha256Hex } from '#hash';

/** What one provider accepts as the name of a tool. */
export interface WireNameRule {
  readonly maxLength: number;
  /** Characters accepted besides letters, digits, `_` and `-`. */
  readonly extraCharacters: string;
}

/** The rules of the providers, and of MCP. */
export const wireNameRules = {
  anthropic: { maxLength: 128, extraCharacters: '' },
  openai: { maxLength: 64, extraCharacters: '' },
  gemini: { maxLength: 128, extraCharacters: '.:' },
  bedrock: { maxLength: 64, extraCharacters: '' },
  mcp: { maxLength: 128, extraCharacters: '.' },
} as const satisfies Record<string, WireNameRule>;

/** A provider with its own rule for names. */
export type WireNameProvider = keyof typeof wireNameRules;

const HASH_LENGTH = 10;

/**
 * The name under which a provider sees a tool id of any length and alphabet, such as
 * `github.com/issues.create`. A legal id is its own wire name; any other is made legal and marked with
 * a hash of the whole id, so that two ids that look alike once shortened stay apart. The same id gives
 * the same name on every machine.
 */
export function toWireName(id: string, provider: WireNameProvider): string {
  const { maxLength, extraCharacters } = wireNameRules[provider];
  const isLegal = (character: string) =>
    /[A-Za-z0-9_-]/.test(character) || extraCharacters.includes(character);
  const characters = [...id];
  const startsWell = /^[A-Za-z_]/.test(id);
  if (startsWell && characters.length <= maxLength && characters.every(isLegal)) return id;

  const legal = characters.map((character) => (isLegal(character) ? character : '_')).join('');
  const prefix = startsWell ? legal : `_${legal}`;
  return `${prefix.slice(0, maxLength - HASH_LENGTH - 1)}_${sha256Hex(id).slice(0, HASH_LENGTH)}`;
}
