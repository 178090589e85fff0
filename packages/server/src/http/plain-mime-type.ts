const MIME_TYPE = /^[A-Za-z0-9][A-Za-z0-9.+-]{0,62}\/[A-Za-z0-9][A-Za-z0-9.+_-]{0,126}$/;

/** A MIME type without parameters, as a tool gave it; what isn't written like one stands for any bytes. */
export function toPlainMimeType(mimeType: string): string {
  return MIME_TYPE.test(mimeType) ? mimeType : 'application/octet-stream';
}
