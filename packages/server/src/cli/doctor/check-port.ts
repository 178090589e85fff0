import type { CliIo } from '../cli-io.ts';
import type { Finding } from './finding.ts';

const ADDRESS = 'http://127.0.0.1:7420';
const PATIENCE_MS = 2000;

/** Whether the default port is free, or has a service of ours already. */
export async function checkPort(fetch: CliIo['fetch']): Promise<Finding> {
  const check = 'port 7420';
  try {
    const answer = await fetch(
      new Request(`${ADDRESS}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) }),
    );
    await answer.body?.cancel();
    if (answer.ok && answer.headers.has('x-request-id'))
      return { check, status: 'ok', found: `A service answers at ${ADDRESS}.` };
    const fix = 'Start the service on another port: toolcrib serve --port 7421';
    return { check, status: 'warn', found: 'Another program uses it.', fix };
  } catch {
    // Nobody answers, which is fine: the service need not run for the local commands.
    return { check, status: 'ok', found: 'Free; no service runs there.' };
  }
}
