/** A piece of the structure of a Markdown text. Lines count from 1. */
export type MarkdownBlock =
  | { readonly kind: 'front-matter'; readonly line: number; readonly text: string }
  /** One that belongs to the outline: those inside of quotations and lists are paragraphs. */
  | (MarkdownHeading & { readonly kind: 'heading' })
  /** Lines of prose, with the marks of quotations and lists removed, but not those inside of lines. */
  | { readonly kind: 'paragraph'; readonly line: number; readonly text: string; readonly marker: string }
  | { readonly kind: 'code-start'; readonly line: number; readonly info: string }
  | { readonly kind: 'code-line'; readonly line: number; readonly text: string }
  | { readonly kind: 'code-end'; readonly line: number; readonly isClosed: boolean }
  /** A line of code that is marked by its indentation only. */
  | { readonly kind: 'indented-code'; readonly line: number; readonly text: string };

/** A heading of the outline. */
export interface MarkdownHeading {
  /** Counted from 1; of one that is underlined, the line of its text. */
  readonly line: number;
  /** 1 to 6. */
  readonly level: number;
  /** As written, without the marks of the heading itself. */
  readonly text: string;
}
