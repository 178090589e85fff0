import { ToolcribError } from '../index.ts';

const MAX_ID_LENGTH = 80;

export function cannotStore(id: string, cause: unknown): ToolcribError {
  return failed(`Artifact "${shorten(id)}" could not be stored.`, cause);
}

export function cannotRead(id: string, cause: unknown): ToolcribError {
  return failed(`Artifact "${shorten(id)}" could not be read.`, cause);
}

export function alreadyThere(id: string): ToolcribError {
  return new ToolcribError('E_ARTIFACT_FAILED', `There is an artifact "${shorten(id)}" already.`);
}

/** The message has nothing of the cause, which names paths of the host. */
function failed(message: string, cause: unknown): ToolcribError {
  return new ToolcribError('E_ARTIFACT_FAILED', message, { cause });
}

function shorten(id: string): string {
  return id.length <= MAX_ID_LENGTH ? id : `${id.slice(0, MAX_ID_LENGTH).toWellFormed()}…`;
}
