import { isSpaceOrEnd, skipSpace } from './characters.ts';
import { readAddress, readLabel, readTitle } from './read-link-end.ts';

/** `[label]: address "title"` */
export interface LinkDefinition {
  readonly label: string;
  readonly target: string;
}

/** The definitions that a paragraph begins with, and where its prose begins after them. */
export function readDefinitions(paragraph: string): {
  readonly definitions: readonly LinkDefinition[];
  readonly end: number;
} {
  const definitions: LinkDefinition[] = [];
  let end = 0;
  for (;;) {
    const definition = readDefinition(paragraph, end);
    if (definition === undefined) return { definitions, end };
    definitions.push(definition);
    end = definition.end;
  }
}

function readDefinition(
  text: string,
  start: number,
): (LinkDefinition & { readonly end: number }) | undefined {
  if (text[start] !== '[') return undefined;
  const name = readLabel(text, start + 1);
  // With a circumflex it is a footnote.
  if (name === undefined || name.label === '' || name.label.startsWith('^') || text[name.end] !== ':') {
    return undefined;
  }
  const addressStart = skipSpace(text, name.end + 1);
  const address = addressStart < text.length ? readAddress(text, addressStart) : undefined;
  if (address === undefined || !isSpaceOrEnd(text[address.end])) return undefined;
  const titleEnd = readTitle(text, skipSpace(text, address.end));
  const end =
    (titleEnd === undefined ? undefined : endOfLine(text, titleEnd)) ?? endOfLine(text, address.end);
  return end === undefined ? undefined : { label: name.label, target: address.target, end };
}

/** Where the next line begins, if nothing but spaces is left of this one. */
function endOfLine(text: string, start: number): number | undefined {
  let position = start;
  while (text[position] === ' ' || text[position] === '\t') position++;
  if (position >= text.length) return text.length;
  return text[position] === '\n' ? position + 1 : undefined;
}
