import type { FoundSignal } from './weigh-words.ts';

/** Nearly no text has any of these. */
const mayHaveMarkup = /[<[{]|--|==|##|[A-Z]{3}[\])]?:/;

type Markup = Pick<FoundSignal, 'weight' | 'deed'> & {
  readonly pattern: RegExp;
  /** @default 'markup' */
  readonly family?: string;
};

const template = 'imitates the markup of a chat';
const tag = 'has a tag that claims authority over the model';

const markups: readonly Markup[] = [
  { weight: 10, deed: template, pattern: /<\|[a-z_]{2,24}\|>/i },
  { weight: 10, deed: template, pattern: /\[\/?INST\]|<<\/?SYS>>/ },
  {
    weight: 10,
    deed: template,
    pattern: /<\/?(?:function_calls|tool_call|tool_result|tool_response|antml:\w+)>/i,
  },
  { weight: 10, deed: template, pattern: /<\/(?:tools?|description|tool_description|functions?)>/i },
  { weight: 6, deed: template, pattern: /"role"\s{0,4}:\s{0,4}"(?:system|assistant|developer)"/i },
  { weight: 8, deed: template, pattern: /(?<!#)#{2,8}\s{0,4}(?:new\s)?(?:system|assistant|developer)\b/i },
  {
    weight: 8,
    deed: template,
    pattern:
      /(?<![-=])[-=]{2,80}\s{0,4}(?:end|begin)\b[^\n]{0,40}(?:description|instructions?|prompt|message)/i,
  },
  {
    weight: 8,
    deed: tag,
    pattern:
      /<\/?(?:system|secret|hidden|admin|override|developer|sudo|assistant|assistant[-_ ]only|(?:ai|llm|agent|model|system)[-_ ]?(?:only|instructions?|note|message|directive|prompt))>/i,
  },
  {
    weight: 5,
    deed: tag,
    pattern: /<\/?(?:IMPORTANT|CRITICAL|MANDATORY|URGENT|Important|Critical|Mandatory|Urgent)>/,
  },
  { weight: 4, deed: tag, pattern: /<\/?(?:important|critical|mandatory|urgent)>/ },
  {
    weight: 4,
    deed: tag,
    pattern:
      /<\/(?:user|human|information|message|instructions?|notice|prompt|command|directive|request|task)>|<(?:USER|HUMAN|INFORMATION|MESSAGE|INSTRUCTIONS?|NOTICE|PROMPT|COMMAND|DIRECTIVE|REQUEST|TASK)>/,
  },
  { weight: 4, deed: template, pattern: /\[(?:user|human|assistant)\]\s{0,4}:/i },
  {
    weight: 3,
    family: 'heading',
    deed: 'poses as a notice of the system',
    pattern:
      /[.!?)] (?:[A-Z]{3,20}[ -]){1,4}[A-Z]{3,20}:\s|[.!?)] (?:UPDATE|UPGRADE|ENHANCEMENT|NOTICE|ALERT|BULLETIN|ADVISORY|POLICY|PROTOCOL):|\b(?:[A-Z]{2,20} ){1,4}(?:UPDATE|PROTOCOL|ALERT|NOTICE|COMPLIANCE|MAINTENANCE|VALIDATION|VERIFICATION|OVERRIDE|ENHANCEMENT|OPTIMIZATION|CHECK|REQUIREMENT|DIRECTIVE|POLICY|NOTE)[\])]?:|\b(?:SYSTEM|SECURITY|ADMIN|INTERNAL|COMPLIANCE)(?: [A-Z]{2,20}){1,4}[\])]?:/,
  },
  {
    weight: 6,
    deed: tag,
    pattern:
      /[[{]\s{0,4}(?:system|assistant|ai|llm|admin|developer|model)\b[^\]}\n]{0,24}(?:instructions?|notes?|override|message|directive|prompt|:)/i,
  },
  {
    weight: 8,
    deed: 'has an image whose address could carry data',
    pattern: /!\[[^\]\n]{0,80}\]\(https?:[^)\s]{0,200}[?&][^)\s]{0,40}=/,
  },
];

/** How much a tag counts in a text about attacks. */
const MENTIONED = 0.5;
/** Stronger markup has no place even there. */
const MAX_MENTIONED = 5;

/**
 * Markup that makes a text look like something else than a description. A text that `isMeta` may speak of tags.
 */
export function weighMarkup(text: string, isMeta: boolean): readonly FoundSignal[] {
  if (!mayHaveMarkup.test(text)) return [];
  return markups.flatMap(({ pattern, weight, deed, family = 'markup' }) => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const end = match.index + match[0].length;
    const counted = isMeta && weight <= MAX_MENTIONED ? weight * MENTIONED : weight;
    const position = { start: match.index, end };
    return [{ rule: 'pseudo-markup', family, deed, weight: counted, ...position } as const];
  });
}
