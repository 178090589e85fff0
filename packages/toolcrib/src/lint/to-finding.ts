import type { LintFinding, LintSeverity } from './lint-finding.ts';
import { pointerOf, type VisibleText } from './visible-texts.ts';

/** What a rule has to say about a text. */
export interface TextFinding {
  readonly rule: string;
  readonly severity: LintSeverity;
  readonly visible: VisibleText;
  /** Where in the text; absent if it is about all of it. */
  readonly span?: { readonly start: number; readonly end: number } | undefined;
  readonly message: string;
  readonly fix: string;
}

/** A finding about a text. */
export function toFinding({ rule, severity, visible, span, message, fix }: TextFinding): LintFinding {
  const pointer = pointerOf(visible.place);
  // A name is no value of its own: the pointer leads to what it names, and a position in it means nothing there.
  const position = span === undefined || visible.kind === 'key' ? {} : { start: span.start, end: span.end };
  return Object.freeze({ rule, severity, pointer, ...position, message, fix });
}

/** What kind of text it is, for a message. */
export function describeKind({ kind, field }: VisibleText): string {
  switch (kind) {
    case 'name':
      return 'The name of the tool';
    case 'key':
      return 'A name in the schema';
    case 'value':
      return 'A value in the schema';
    case 'term':
      if (field === 'version') return 'The version';
      return field === 'requires' ? 'A scope' : `The keyword ${field}`;
    case 'prose':
      return field === 'description' ? 'The description' : field === 'title' ? 'The title' : 'The text';
  }
}
