import type { MessagePort } from 'node:worker_threads';
import type { Caller, GateOptions, JsonObject, MediaDescription, ModelUsage, ToolProgress } from 'toolcrib';
import type { ExceptionDescription, GateSettlement } from 'toolcrib/runtime';

/** Which function of a tool is run. */
export type ToolPart = 'handler' | 'verify' | 'revert';

/** What a function of a tool is told of its call. */
export interface CallFacts {
  readonly toolName: string;
  readonly invocationId: string;
  readonly caller: Caller;
  readonly turnId: string | undefined;
}

/** What the service sends to a thread. */
export type MessageToThread =
  | {
      readonly type: 'run';
      readonly id: number;
      readonly part: ToolPart;
      readonly call: CallFacts;
      /** The schema of the tool has accepted them. */
      readonly args: unknown;
      /** Of the call that `revert` takes back. */
      readonly result: unknown;
    }
  | {
      readonly type: 'abort';
      readonly id: number;
      readonly reason: { readonly name: string; readonly message: string };
    }
  | { readonly type: 'gate-end'; readonly id: number; readonly gate: number; readonly end: GateEnd }
  /** The run waits at a gate, and does not go on. */
  | { readonly type: 'drop'; readonly id: number };

/** What a thread sends to the service. */
export type MessageFromThread =
  /** The tools are loaded; `digests` has that of each, by name. */
  | { readonly type: 'ready'; readonly digests: Readonly<Record<string, string>> }
  | {
      readonly type: 'end';
      readonly id: number;
      readonly end: WorkEnd;
      /** What was reported and not sent yet. */
      readonly usage: ModelUsage | undefined;
    }
  | { readonly type: 'progress'; readonly id: number; readonly progress: ToolProgress }
  | { readonly type: 'usage'; readonly id: number; readonly usage: ModelUsage }
  | { readonly type: 'gate'; readonly id: number; readonly gate: number; readonly options: PlainGateOptions }
  /** An error that no code of the tool caught. `count` has those that could not be sent before. */
  | {
      readonly type: 'unhandled';
      readonly kind: UnhandledKind;
      readonly call: CallFacts | undefined;
      readonly error: ErrorFacts;
      readonly count: number;
    };

/** How an error came to be unhandled. */
export type UnhandledKind = 'rejection' | 'exception';

/** A gate as data: its schema is JSON Schema. */
export type PlainGateOptions = Omit<GateOptions, 'schema'> & { readonly schema?: JsonObject | undefined };

/** What became of a gate. */
export type GateEnd =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly settlement: GateSettlement }
  | { readonly kind: 'failed'; readonly error: ErrorFacts };

/** What became of a function of a tool. */
export type WorkEnd =
  | { readonly kind: 'returned'; readonly value: PlainResult }
  | { readonly kind: 'threw'; readonly error: PlainError };

/** What a function returned, as data. */
export type PlainResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'media';
      readonly isList: boolean;
      readonly media: readonly (MediaDescription & { readonly bytes: Uint8Array })[];
    }
  | {
      readonly kind: 'artifact';
      readonly id: string;
      readonly mimeType: string;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'verified'; readonly done: boolean; readonly result: PlainResult | undefined }
  /** Nothing that a tool may return. */
  | { readonly kind: 'invalid'; readonly problem: string };

/** What a function threw, as data. */
export type PlainError =
  | {
      readonly kind: 'tool-error';
      readonly changedNothing: boolean;
      readonly message: string;
      readonly exceptions: readonly ExceptionDescription[];
    }
  | { readonly kind: 'gate-rejection'; readonly settlement: GateSettlement }
  | { readonly kind: 'other'; readonly exceptions: readonly ExceptionDescription[] };

/** An error as data, for the host only. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

/** What a thread is started with. */
export interface ThreadData<Source> {
  /** Where its tools come from. */
  readonly source: Source;
  /** For messages of both sides. Code of a tool does not get it. */
  readonly port: MessagePort;
  /** How many messages the service has not read yet: one number, shared. */
  readonly unread: SharedArrayBuffer;
}
