// Builds the library and the service, each into its folder `dist`.
import { buildLibrary } from './lib/build-library.ts';
import { buildServer } from './lib/build-server.ts';

await buildLibrary();
await buildServer();
