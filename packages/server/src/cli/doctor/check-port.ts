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
  } catch (error) {
    // A service need not run for the local commands.
    if (isRefused(error)) return { check, status: 'ok', found: 'Free; no service runs there.' };
    const fix = 'If it is a service with --tls-cert, give its address: toolcrib doctor --url https://…';
    return { check, status: 'warn', found: 'A program uses it that does not speak HTTP.', fix };
  }
}

/** Whether nothing listens there. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED';
}
