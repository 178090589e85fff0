import type { ErrorCode } from './errors.ts';

/** What the errors page says of a code. Apart from the table, so that programs do not carry it along. */
export interface ErrorText {
  /** When it happens, in one sentence. */
  readonly meaning: string;
  /** What to do about it, in one sentence. */
  readonly remedy: string;
}

export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  E_INVALID_TOOL: {
    meaning: 'A tool definition has a missing, unknown or wrong option.',
    remedy: 'Correct the option named in `context.field`.',
  },
  E_INVALID_SCHEMA: {
    meaning:
      'A JSON Schema is malformed, of an unsupported dialect, or refers to something it does not contain.',
    remedy: 'Correct the schema at `context.pointer`.',
  },
  E_SCHEMA_TOO_LARGE: {
    meaning: 'A schema has more characters than the limit allows.',
    remedy: 'Split the tool, or shorten descriptions and enumerations.',
  },
  E_SCHEMA_TOO_DEEP: {
    meaning: 'A schema is nested more deeply than the limit allows.',
    remedy: 'Flatten the schema; models fill flat arguments more reliably too.',
  },
  E_SCHEMA_TOO_BRANCHED: {
    meaning: 'Checking one value would visit more alternatives of a schema than the limit allows.',
    remedy: 'Remove alternatives, or tell them apart by one field.',
  },
  E_SCHEMA_CYCLIC: {
    meaning: 'A schema contains itself, as a JavaScript object or by a `$ref` that consumes nothing.',
    remedy:
      'Refer back only from inside `properties`, `items` or another keyword that descends into the value.',
  },
  E_SCHEMA_UNSAFE_PATTERN: {
    meaning: 'A regular expression of a schema could take exponential time, or cannot be shown not to.',
    remedy: 'Rewrite the pattern so that no repetition is ambiguous, and without back-references.',
  },
  E_SCHEMA_REMOTE_REF: {
    meaning: 'A `$ref` points outside its own document; nothing is ever fetched.',
    remedy: 'Move the referenced schema into `$defs`.',
  },
  E_ASYNC_SCHEMA: {
    meaning: '`validate()` was called on a tool whose schema can only be checked asynchronously.',
    remedy: 'Call the tool through `executor()`, which waits for the check.',
  },
  E_INVALID_TOOL_ARGS: {
    meaning: 'The arguments of a call do not satisfy the input schema of the tool.',
    remedy: 'Correct every field listed in `issues` and call again.',
  },
  E_INVALID_RESULT: {
    meaning: 'A handler returned something that is no result, or that breaks the output schema of the tool.',
    remedy: 'Return text, bytes, Media, an artifact, or a JSON value that the output schema accepts.',
  },
  E_TOOL_FAILED: {
    meaning: 'A handler, or a schema of the tool, threw or rejected; what it threw is kept as `cause`.',
    remedy: 'Look at `cause`; it is never shown to a model.',
  },
  E_TOOL_ALREADY_REGISTERED: {
    meaning: 'Two tools have the same name and nothing says which one is meant.',
    remedy: 'Rename one of the tools that the message names, or say which one wins.',
  },
  E_TOOL_PROTECTED: {
    meaning: 'A tool marked `protected` was about to be replaced.',
    remedy: 'Rename the incoming tool.',
  },
  E_TOOL_NOT_FOUND: {
    meaning: 'No tool of that name is registered.',
    remedy: 'Check the spelling; names are case-sensitive.',
  },
  E_INVALID_OPTION: {
    meaning: 'An option of a constructor or function has a wrong value.',
    remedy: 'Correct the option that the message names.',
  },
  E_LOCK_MISMATCH: {
    meaning: 'The tools differ from the lock file that was given.',
    remedy: 'Review each difference in `context.differences`, then lock again if it is meant.',
  },
};
