import type { TriedService } from './service/start-service.ts';

/** What a developer, or a model, sees of a call. */
export interface Answer {
  /** Whether the client rejects instead of answering. */
  readonly isThrown: boolean;
  /** Whether the client says that it is an error; undefined if it makes no difference. */
  readonly isError: boolean | undefined;
  /** All texts, or the message of what was thrown. */
  readonly text: string;
  /** @default the client gives none */
  readonly structured?: unknown;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: unknown) => void;
}

/** A part of a resource. */
export interface ResourcePart {
  readonly uri?: string;
  readonly text?: string;
}

/** A client that is connected. What it has no API for is left out, or ignored. */
export interface ConnectedClient {
  /** Asks for the list again, if the client has a way to. */
  listTools(): Promise<readonly string[]>;
  callTool(name: string, args: object, options?: CallOptions): Promise<Answer>;
  readResource?(uri: string): Promise<readonly ResourcePart[]>;
  /** From now on, tells of changes of the list. */
  onListChanged?(listener: () => void): void;
  /** Calls a tool and waits for its task. */
  callAsTask?(name: string, args: object): Promise<Answer>;
  close(): Promise<void>;
}

/** A client, as it is tried. */
export interface TriedClient {
  /** As it is called in the table. */
  readonly name: string;
  /** The package, as it is in `runners/package.json`. */
  readonly package: string;
  connect(service: TriedService): Promise<ConnectedClient>;
}

/** What clients call themselves. */
export const info = { name: 'client-suite', version: '1.0.0' };

/** How a client says who it is. */
export function headersFor({ key }: Pick<TriedService, 'key'>): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${key}` };
}

/** What most clients give back in one form or another. */
export interface McpResult {
  readonly content?: readonly { readonly type: string; readonly text?: string | undefined }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** Waits for a call and says what is seen of it. */
export async function toAnswer<T>(
  call: Promise<T>,
  read: (result: T) => Omit<Answer, 'isThrown'>,
): Promise<Answer> {
  try {
    return { isThrown: false, ...read(await call) };
  } catch (error) {
    return { isThrown: true, isError: true, text: error instanceof Error ? error.message : String(error) };
  }
}

/** A result of the protocol, as it came. */
export function readResult({
  content = [],
  structuredContent,
  isError = false,
}: McpResult): Omit<Answer, 'isThrown'> {
  const text = content.flatMap((part) => (part.text === undefined ? [] : [part.text])).join('\n');
  return { isError, text, ...(structuredContent !== undefined && { structured: structuredContent }) };
}
