import { isEscape, isSpaceOrEnd, isWordCharacter } from './characters.ts';
import type { InlineSpan } from './inline-span.ts';
import { scanInline } from './scan-inline.ts';

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * A paragraph or heading as it reads: links and images are their text, code is itself, tags and marks of
 * emphasis are gone. Roughly: marks are judged by their neighbours, not by their partners.
 */
export function toPlainText(text: string): string {
  let plain = '';
  let position = 0;
  const read = (end: number, isCode: boolean) => {
    plain += isCode ? text.slice(position, end) : readProse(text, position, end);
    position = end;
  };
  for (const cut of findCuts(scanInline(text, anyReference))) {
    // A link can begin inside of what another one hides, such as its address.
    if (cut.start < position) continue;
    read(cut.start, cut.isAfterCode);
    position = cut.end;
  }
  read(text.length, false);
  return plain;
}

/** Whether `[label]` alone is a reference is not known here; the others are meant as one. */
function anyReference(_label: string, isShortcut: boolean): string | undefined {
  return isShortcut ? undefined : '';
}

interface Cut {
  readonly start: number;
  readonly end: number;
  /** Whether what is before it is code, in which nothing is a mark. */
  readonly isAfterCode: boolean;
}

function findCuts(spans: readonly InlineSpan[]): readonly Cut[] {
  const cuts = spans.flatMap((span): Cut[] => {
    if (span.kind === 'html') return [{ start: span.start, end: span.end, isAfterCode: false }];
    return [
      { start: span.start, end: span.textStart, isAfterCode: false },
      { start: span.textEnd, end: span.end, isAfterCode: span.kind === 'code' || span.kind === 'autolink' },
    ];
  });
  return cuts.sort((left, right) => left.start - right.start);
}

function readProse(text: string, start: number, end: number): string {
  let prose = '';
  for (let position = start; position < end; ) {
    const next = stepOver(text, position, end);
    prose += next.text;
    position = next.position;
  }
  return prose;
}

function stepOver(
  text: string,
  position: number,
  end: number,
): { readonly text: string; readonly position: number } {
  const character = text[position] ?? '';
  switch (character) {
    case '\\':
      if (text[position + 1] === '\n') return { text: '', position: position + 1 };
      if (isEscape(text, position)) return { text: text[position + 1] ?? '', position: position + 2 };
      return { text: character, position: position + 1 };
    case '&': {
      const entity = text.slice(position, position + 6);
      const name = Object.keys(entities).find((candidate) => entity.startsWith(candidate));
      if (name === undefined) return { text: character, position: position + 1 };
      return { text: entities[name] ?? '', position: position + name.length };
    }
    case '*':
    case '_':
    case '~': {
      let after = position;
      while (after < end && text[after] === character) after++;
      const isMark = isEmphasis(text, position, after);
      return { text: isMark ? '' : text.slice(position, after), position: after };
    }
    default:
      return { text: character, position: position + 1 };
  }
}

/** `2 * 3`, `snake_case` and `~5` have none. */
function isEmphasis(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1], text[end]];
  if (isSpaceOrEnd(before) && isSpaceOrEnd(after)) return false;
  if (text[start] === '_') return !(isWordCharacter(before) && isWordCharacter(after));
  return text[start] === '*' || end - start === 2;
}
