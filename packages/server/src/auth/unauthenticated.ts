import { ToolcribError } from 'toolcrib';

const MESSAGE = 'Who are you? Give a valid key or token in the header "Authorization: Bearer …".';

/**
 * That a request is nobody's. The text is the same whatever was wrong, unless somebody who has proven to hold a real token
 * is told why it does not count.
 */
export function unauthenticated(message = MESSAGE): ToolcribError {
  return new ToolcribError('E_UNAUTHENTICATED', message);
}
