import { runOrThrow } from '../../scripts/lib/run-command.ts';
import { benchFolder } from './prepare.ts';
import { median, type Sample } from './statistics.ts';

/** Nanoseconds of processor time and resident bytes of an import. */
interface ImportCost {
  readonly time: number;
  readonly memory: number;
}

const NOTHING = 'data:text/javascript,';

/** What importing each module costs beyond importing nothing, each time in a process of its own. */
export async function measureImports(
  names: readonly string[],
  rounds: number,
): Promise<{ times: Sample[]; memory: Sample[] }> {
  const costs = new Map([NOTHING, ...names].map((name) => [name, [] as ImportCost[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, found] of costs) found.push(await importOnce(name));
  }
  const bare = costs.get(NOTHING) ?? [];
  const toSample = (name: string, part: keyof ImportCost): Sample => {
    const nothing = median(bare.map((cost) => cost[part]));
    return { name, values: (costs.get(name) ?? []).map((cost) => cost[part] - nothing) };
  };
  return {
    times: names.map((name) => toSample(name, 'time')),
    memory: names.map((name) => toSample(name, 'memory')),
  };
}

async function importOnce(name: string): Promise<ImportCost> {
  const script = `
    const start = process.cpuUsage();
    await import(${JSON.stringify(name)});
    const { user, system } = process.cpuUsage(start);
    const time = (user + system) * 1000;
    console.log('\\n' + JSON.stringify({ time, memory: process.memoryUsage().rss }));
    process.exit(0);`;
  const args = ['--no-warnings', '--input-type=module', '--eval', script];
  const { stdout } = await runOrThrow('node', args, { cwd: benchFolder });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}
