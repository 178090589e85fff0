import { ToolcribError } from 'toolcrib';

/** The error for a body beyond a limit. */
export function bodyTooLarge(maxBytes: number): ToolcribError {
  return new ToolcribError('E_BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`, {
    context: { maxBytes },
  });
}
