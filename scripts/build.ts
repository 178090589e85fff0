// Builds the library into packages/toolcrib/dist.
import { buildLibrary } from './lib/build-library.ts';

await buildLibrary();
