import { ToolcribError } from 'toolcrib';

/** How far somebody has come in the two feeds that are one: the last numbers that they know. */
export type FeedPosition = {
  readonly catalog: number;
  readonly audit: number;
};

const CURSOR = /^(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})$/;

/** The position as text. */
export function toCursor({ catalog, audit }: FeedPosition): string {
  return `${catalog}-${audit}`;
}

/** @throws ToolcribError `E_INVALID_REQUEST` for what is no cursor. */
export function readCursor(text: string): FeedPosition {
  const match = CURSOR.exec(text);
  if (match === null) throw notACursor();
  return { catalog: Number(match[1]), audit: Number(match[2]) };
}

/** A cursor that nobody was ever given. */
export function notACursor(): ToolcribError {
  return new ToolcribError(
    'E_INVALID_REQUEST',
    'The cursor is none of this feed. Take that of the last event, as it is.',
    {
      context: { field: 'after' },
    },
  );
}
