import { ToolError } from 'toolcrib';

// Each form is one character class, so no text makes them slow.
const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;
const base64urlForm = /^[A-Za-z0-9_-]*$/;
const hexForm = /^[0-9A-Fa-f]*$/;
const spaces = /\s+/g;

/** Text as base64 of its UTF-8 bytes, and back. */
export function encodeBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** @throws ToolError for what is no base64, or no text in it. */
export function decodeBase64(text: string): string {
  const packed = text.replace(spaces, '');
  if (!base64Form.test(packed) && !base64urlForm.test(packed)) throw notDecodable('base64');
  return toText(Buffer.from(packed, 'base64'), 'base64');
}

/** Text as hexadecimal digits of its UTF-8 bytes, and back. */
export function encodeHex(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex');
}

/** @throws ToolError for what is no hexadecimal text. */
export function decodeHex(text: string): string {
  const packed = text.replace(spaces, '');
  if (!hexForm.test(packed) || packed.length % 2 !== 0) throw notDecodable('hexadecimal');
  return toText(Buffer.from(packed, 'hex'), 'hexadecimal');
}

/** @throws ToolError for a percent sign that begins no character. */
export function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw notDecodable('URL encoded text', cause);
  }
}

function toText(bytes: Uint8Array, kind: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw notDecodable(kind, cause);
  }
}

function notDecodable(kind: string, cause?: unknown): ToolError {
  return new ToolError(`The text is no ${kind}, or what it stands for is no text.`, {
    cause,
    changedNothing: true,
  });
}
