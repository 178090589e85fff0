import { isJSONRPCErrorResponse, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { sayMissing } from './say-missing.ts';

/** The SDK's, with errors in plain words. */
export class PlainStdioTransport extends StdioServerTransport {
  override send(message: JSONRPCMessage): Promise<void> {
    return super.send(
      isJSONRPCErrorResponse(message) ? JSON.parse(sayMissing(JSON.stringify(message))) : message,
    );
  }
}
