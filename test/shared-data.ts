import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

/**
 * The path of public test data that lies beside the repository, not in it. `TOOLCRIB_DATA` names another
 * folder.
 */
export function sharedData(name: string): string {
  const folder = process.env.TOOLCRIB_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
  return `${folder}/${name}`;
}

/** Skips a test where the data that it needs is absent, and says so. */
export function requireData(context: Pick<TestContext, 'skip'>, path: string): void {
  context.skip(
    !existsSync(path),
    `needs public data that is not here: ${path.split('/').slice(-2).join('/')}`,
  );
}
