import { type Tool, wrapTool } from 'toolcrib';
import type { ThreadPool } from './thread-pool.ts';

/** A tool whose functions run on the threads of a pool. Arguments and results are checked where it is called. */
export function isolateTool(tool: Tool, pool: Pick<ThreadPool, 'run'>): Tool {
  return wrapTool(tool, ({ verify, revert }) => ({
    handler: (args, ctx) => pool.run({ tool, part: 'handler', args, ctx }),
    verify: verify && ((args, ctx) => pool.run({ tool, part: 'verify', args, ctx })),
    revert: revert && ((args, result, ctx) => pool.run({ tool, part: 'revert', args, result, ctx })),
  }));
}
