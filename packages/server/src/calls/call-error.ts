import { ToolcribError } from 'toolcrib';

/** As long as any id is. */
const MAX_ID_LENGTH = 128;

/** The same for a call that there is not and for one that somebody may not see. */
export function callNotFound(id: string): ToolcribError {
  const shown = id.slice(0, MAX_ID_LENGTH);
  return new ToolcribError('E_CALL_NOT_FOUND', `There is no call ${JSON.stringify(shown)}.`, {
    context: { invocationId: shown },
  });
}

/** The same for a gate that there is not and for one of another tenant. */
export function gateNotFound(id: string): ToolcribError {
  const shown = id.slice(0, MAX_ID_LENGTH);
  return new ToolcribError('E_GATE_NOT_FOUND', `There is no gate ${JSON.stringify(shown)}.`, {
    context: { gateId: shown },
  });
}

export function forbidden(message: string): ToolcribError {
  return new ToolcribError('E_FORBIDDEN', message);
}
