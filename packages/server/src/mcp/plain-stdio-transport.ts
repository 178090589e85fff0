import { isJSONRPCErrorResponse, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { refuseMessage } from './refuse-message.ts';
import { sayMissing } from './say-missing.ts';

/** The SDK's, with errors in plain words and without messages that it would take long to read. */
export class PlainStdioTransport extends StdioServerTransport {
  /** The SDK says before it who gets the messages. */
  override start(): Promise<void> {
    const deliver = this.onmessage;
    this.onmessage = (message) => {
      const refusal = refuseMessage(message);
      if (refusal === undefined) deliver?.(message);
      else if (refusal.id === null) this.onerror?.(new Error(refusal.error.message));
      else this.send({ ...refusal, id: refusal.id }).catch((error) => this.onerror?.(error));
    };
    return super.start();
  }

  override send(message: JSONRPCMessage): Promise<void> {
    return super.send(
      isJSONRPCErrorResponse(message) ? JSON.parse(sayMissing(JSON.stringify(message))) : message,
    );
  }
}
