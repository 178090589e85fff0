import type { Tool } from 'toolcrib';
import { serveThread } from '../isolate/serve-thread.ts';
import { loadTools } from './load-tools.ts';

/** Where the tools of a thread come from: one module, or the examples over a folder. */
export type ThreadSource =
  | { readonly kind: 'module'; readonly file: string }
  | { readonly kind: 'examples'; readonly folder: string };

await serveThread(load);

/** The same tools that the service has loaded from there. */
async function load(source: ThreadSource): Promise<readonly Tool[]> {
  switch (source.kind) {
    case 'module':
      return (await loadTools([source.file])).flatMap(({ tools }) => tools);
    case 'examples': {
      const { exampleTools } = await import('../example-tools/example-tools.ts');
      return exampleTools({ folder: source.folder });
    }
  }
}
