import { BytesResponse } from '../http/bytes-response.ts';

/**
 * A response of many bytes that are copied only for who reads it as a stream or a text. A plain `Response` copies what it is
 * given at once, which takes longer than to send it.
 */
export class LargeResponse extends BytesResponse {
  override readonly content: Uint8Array<ArrayBuffer>;
  #whole: Response | undefined;

  constructor(content: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super('', init);
    this.content = content;
  }

  override get body(): Response['body'] {
    return this.#read().body;
  }

  override get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read().arrayBuffer();
  }

  override blob(): Promise<Blob> {
    return this.#read().blob();
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#read().bytes();
  }

  override json(): Promise<unknown> {
    return this.#read().json();
  }

  override text(): Promise<string> {
    return this.#read().text();
  }

  override clone(): Response {
    return this.#read().clone();
  }

  #read(): Response {
    const { status, statusText, headers } = this;
    this.#whole ??= new Response(this.content, { status, statusText, headers });
    return this.#whole;
  }
}
