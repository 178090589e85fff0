/** Something inside of a paragraph or a heading, by its place in the text: from `start` to before `end`. */
export type InlineSpan =
  | {
      readonly kind: 'link' | 'image';
      readonly start: number;
      readonly end: number;
      /** What stands in its place when it is read. */
      readonly textStart: number;
      readonly textEnd: number;
      readonly target: string;
    }
  /** The address is its own text. */
  | {
      readonly kind: 'autolink';
      readonly start: number;
      readonly end: number;
      readonly textStart: number;
      readonly textEnd: number;
      readonly target: string;
    }
  | {
      readonly kind: 'code';
      readonly start: number;
      readonly end: number;
      readonly textStart: number;
      readonly textEnd: number;
    }
  | { readonly kind: 'html'; readonly start: number; readonly end: number };
