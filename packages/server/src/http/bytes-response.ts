import { PlainHeaders } from './plain-headers.ts';

/** A whole body: text, bytes, or bytes one after the other. */
export type WholeBody = string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[];

/** What a response says besides its body. */
export interface BytesResponseInit {
  /** @default 200 */
  readonly status?: number;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | Headers;
}

/**
 * A response whose whole body is known, so that a server can send it without reading a stream. A real one, with its stream
 * and its lists of headers, costs more than all the rest of a small answer; it is made when somebody asks for what only
 * that has.
 */
class WholeResponse {
  readonly content: WholeBody;
  readonly #status: number;
  readonly #headers: PlainHeaders;
  #real: Response | undefined;

  constructor(content: WholeBody, { status = 200, headers = {} }: BytesResponseInit) {
    this.content = content;
    // Not fields: assigning to them would meet the getters that are inherited.
    this.#status = status;
    this.#headers = new PlainHeaders(headers);
  }

  get status(): number {
    return this.#status;
  }

  get ok(): boolean {
    return this.#status >= 200 && this.#status <= 299;
  }

  get headers(): Headers {
    return this.#headers.asHeaders();
  }

  get statusText(): string {
    return '';
  }

  get type(): ResponseType {
    return 'default';
  }

  get url(): string {
    return '';
  }

  get redirected(): boolean {
    return false;
  }

  get body(): Response['body'] {
    return this.toReal().body;
  }

  get bodyUsed(): boolean {
    return this.#real?.bodyUsed ?? false;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.toReal().arrayBuffer();
  }

  blob(): Promise<Blob> {
    return this.toReal().blob();
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.toReal().bytes();
  }

  formData(): Promise<FormData> {
    return this.toReal().formData();
  }

  json(): Promise<unknown> {
    return this.toReal().json();
  }

  text(): Promise<string> {
    return this.toReal().text();
  }

  clone(): Response {
    return this.toReal().clone();
  }

  toReal(): Response {
    const { content } = this;
    const isParts = typeof content !== 'string' && !(content instanceof Uint8Array);
    this.#real ??= new Response(isParts ? new Blob([...content]) : content, {
      status: this.#status,
      headers: [...this.#headers],
    });
    return this.#real;
  }
}

// So that it is one to `instanceof`.
Object.setPrototypeOf(WholeResponse.prototype, Response.prototype);

/** A `Response` that a server of ours sends without reading a stream. */
export interface BytesResponse extends Response {
  readonly content: WholeBody;
  /** One that any server takes; its headers are those of now. */
  toReal(): Response;
}

/** Makes a response of what is known already. */
export function bytesResponse(content: WholeBody, init: BytesResponseInit = {}): BytesResponse {
  return new WholeResponse(content, init) as unknown as BytesResponse;
}

export function isBytesResponse(response: Response): response is BytesResponse {
  return response instanceof WholeResponse;
}
