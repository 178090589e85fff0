import type { Media } from '../../core/media.ts';
import { fromBase64 } from '../../runtime/base64.ts';
import { CANNOT_BE_SHOWN, leaveOutMedia, mediaTypeOf } from '../leave-out-media.ts';
import type { MediaReader } from '../media-reader.ts';
import type {
  BedrockBytes,
  BedrockDocumentFormat,
  BedrockImageFormat,
  BedrockMediaBlock,
  BedrockVideoFormat,
} from './bedrock-types.ts';

/** How media become blocks. */
export interface MediaBlockOptions {
  readonly readMedia: MediaReader;
  /** Gives a name for a document. No two documents of a request may have the same. */
  readonly nameDocument: () => string;
}

/** How media of one type are sent. */
interface BlockType {
  readonly maxBytes: number;
  toBlock(source: BedrockBytes, nameDocument: () => string): BedrockMediaBlock;
}

const blockTypes: Readonly<Record<string, BlockType>> = {
  'image/png': image('png'),
  'image/jpeg': image('jpeg'),
  'image/gif': image('gif'),
  'image/webp': image('webp'),
  'application/pdf': document('pdf'),
  'application/msword': document('doc'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': document('docx'),
  'application/vnd.ms-excel': document('xls'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': document('xlsx'),
  'text/csv': document('csv'),
  'text/html': document('html'),
  'text/markdown': document('md'),
  'text/plain': document('txt'),
  'video/3gpp': video('three_gp'),
  'video/mp4': video('mp4'),
  'video/mpeg': video('mpeg'),
  'video/quicktime': video('mov'),
  'video/webm': video('webm'),
  'video/x-flv': video('flv'),
  'video/x-matroska': video('mkv'),
  'video/x-ms-wmv': video('wmv'),
};

/** Media as they are sent; or sentences that stand in for them. */
export async function toMediaBlock(
  media: Media,
  { readMedia, nameDocument }: MediaBlockOptions,
): Promise<BedrockMediaBlock | string> {
  const blockType = blockTypes[mediaTypeOf(media)];
  if (blockType === undefined) return leaveOutMedia(media, CANNOT_BE_SHOWN);
  const inline = await readMedia(media);
  if (typeof inline === 'string') return leaveOutMedia(media, inline);
  const { maxBytes, toBlock } = blockType;
  if (inline.byteLength > maxBytes) {
    return leaveOutMedia(media, `It has more than ${maxBytes} bytes and is not shown.`);
  }
  return toBlock({ bytes: fromBase64(inline.base64) }, nameDocument);
}

function image(format: BedrockImageFormat): BlockType {
  return { maxBytes: 3_750_000, toBlock: (source) => ({ image: { format, source } }) };
}

function document(format: BedrockDocumentFormat): BlockType {
  return {
    maxBytes: 4_500_000,
    toBlock: (source, nameDocument) => ({ document: { format, name: nameDocument(), source } }),
  };
}

function video(format: BedrockVideoFormat): BlockType {
  return { maxBytes: 25_000_000, toBlock: (source) => ({ video: { format, source } }) };
}
