/**
 * A response whose whole body is known, so that a server can send it without reading a stream. It is a plain `Response` to
 * everybody else.
 */
export class BytesResponse extends Response {
  readonly content: string | Uint8Array<ArrayBuffer>;

  constructor(content: string | Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(content, init);
    this.content = content;
  }
}
