import { connect } from 'node:net';
import { inTime } from './send-request.ts';

/** What came back over a socket: nothing, if it was only closed. */
export async function sendRaw(bytes: Buffer, port: number): Promise<string> {
  return await inTime(
    new Promise((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('latin1');
      socket.on('data', (part: string) => {
        text += part;
        // These go on for ever.
        if (/^content-type: text\/event-stream/im.test(text)) socket.destroy();
      });
      // Whoever sends what cannot be read may find the connection reset.
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    }),
  );
}
