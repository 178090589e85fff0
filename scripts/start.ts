// Builds what is not built, then starts the service; arguments are those of `toolcrib serve`.
import { join } from 'node:path';
import { ensureBuilt } from './lib/ensure-built.ts';
import { serverFolder } from './lib/repository.ts';

await ensureBuilt();
process.argv.splice(2, 0, 'serve');
await import(join(serverFolder, 'src/cli/main.ts'));
