// Runs every numbered example; each asserts what it shows and fails by its exit code.
import { listFiles } from './lib/repository.ts';
import { runCommand } from './lib/run-command.ts';

const examples = listFiles('examples').filter((path) => /^examples\/\d\d-[^/]+\.ts$/.test(path));
if (examples.length === 0) throw new Error('There are no examples.');

for (const example of examples) {
  const { code, output } = await runCommand('node', [example]);
  console.log(`${example}: ${code === 0 ? 'passed' : `failed with code ${code}\n${output}`}`);
  if (code !== 0) process.exitCode = 1;
}
