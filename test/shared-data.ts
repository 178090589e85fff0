import { fileURLToPath } from 'node:url';

/**
 * The path of public test data that lies beside the repository, not in it. A test that needs it skips
 * where it is absent. `TOOLCRIB_DATA` names another folder.
 */
export function sharedData(name: string): string {
  const folder = process.env.TOOLCRIB_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
  return `${folder}/${name}`;
}
