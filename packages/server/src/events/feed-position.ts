import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ToolcribError } from 'toolcrib';

/** How far somebody has come in the two feeds that are one: the last numbers that they know. */
export type FeedPosition = {
  readonly catalog: number;
  readonly audit: number;
};

/** Before everything. */
export const FEED_START: FeedPosition = Object.freeze({ catalog: 0, audit: 0 });

/** How positions are written for a reader, and read again. */
export interface FeedCursors {
  /** Whether they tell nothing of the position. */
  readonly isSealed: boolean;
  write(position: FeedPosition): string;
  /** @throws ToolcribError `E_INVALID_REQUEST` for what is no cursor. */
  read(cursor: string): FeedPosition;
}

const CURSOR = /^(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})$/;

/** Cursors that anybody can read: `<catalogue sequence>-<audit sequence>`. */
export const plainCursors: FeedCursors = Object.freeze({
  isSealed: false,
  write: ({ catalog, audit }: FeedPosition) => `${catalog}-${audit}`,
  read: (cursor: string) => {
    if (SCOPED.test(cursor)) throw ofOtherFilters();
    const match = CURSOR.exec(cursor);
    if (match === null) throw notACursor();
    return { catalog: Number(match[1]), audit: Number(match[2]) };
  },
});

/** A cursor of a feed that is filtered. */
const SCOPED = /\.[\w-]{16}$/;

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NUMBER_BYTES = 8;

/** The one reader of one feed that cursors are sealed for. */
export interface SealedFor {
  readonly tenant: string;
  readonly principalId: string;
}

/**
 * Cursors that tell their reader nothing, not even whether two are the same: for readers of a part of the feed, who would
 * learn from the numbers how much happens in the rest. Each counts for its own reader and tenant alone: a position that is
 * known from another feed would show, by being refused or not, where this one is. The key has 32 bytes.
 */
export function sealCursors(key: Uint8Array, { tenant, principalId }: SealedFor): FeedCursors {
  const associated = Buffer.from(JSON.stringify(['events', tenant, principalId]));
  return {
    isSealed: true,
    write: ({ catalog, audit }) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(associated);
      const numbers = Buffer.alloc(2 * NUMBER_BYTES);
      numbers.writeBigUInt64BE(BigInt(catalog), 0);
      numbers.writeBigUInt64BE(BigInt(audit), NUMBER_BYTES);
      const sealed = Buffer.concat([nonce, cipher.update(numbers), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('base64url');
    },
    read: (cursor) => {
      if (SCOPED.test(cursor)) throw ofOtherFilters();
      const sealed = Buffer.from(cursor, 'base64url');
      if (sealed.length !== NONCE_BYTES + 2 * NUMBER_BYTES + TAG_BYTES) throw notACursor();
      const end = sealed.length - TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES)).setAAD(associated);
      decipher.setAuthTag(sealed.subarray(end));
      try {
        const numbers = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
        return {
          catalog: Number(numbers.readBigUInt64BE(0)),
          audit: Number(numbers.readBigUInt64BE(NUMBER_BYTES)),
        };
      } catch {
        // It was not sealed here, or not for this reader.
        throw notACursor();
      }
    },
  };
}

/** Cursors that count for one filter alone: with another one they would skip what it wants. */
export function scopeCursors(cursors: FeedCursors, scope: string): FeedCursors {
  const ending = `.${scope}`;
  return {
    isSealed: cursors.isSealed,
    write: (position) => `${cursors.write(position)}${ending}`,
    read: (cursor) => {
      if (!cursor.endsWith(ending)) throw ofOtherFilters();
      return cursors.read(cursor.slice(0, -ending.length));
    },
  };
}

function ofOtherFilters(): ToolcribError {
  const message =
    'The cursor belongs to a feed with other filters. Repeat the filters that it came with, or begin without it.';
  return new ToolcribError('E_INVALID_REQUEST', message, { context: { field: 'after' } });
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
