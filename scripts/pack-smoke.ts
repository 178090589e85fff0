// Packs the library and uses the tarball as a stranger would: other folder, other Node, plain tsc.
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadManifest, toDoors } from './lib/doors.ts';
import { findSystemNode } from './lib/find-system-node.ts';
import { importDoors, installTarballs, packPackage, type Tarball } from './lib/packed-library.ts';
import { isTestFile } from './lib/repository.ts';
import { runOrThrow } from './lib/run-command.ts';
import { withTempFolder } from './lib/with-temp-folder.ts';

const resolutions = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
] as const;

await withTempFolder(async (folder) => {
  const tarball = await packPackage(folder);
  console.log(`packed ${tarball.files.length} files`);
  await lint(tarball);
  await withTempFolder(async (consumer) => {
    await installTarballs([tarball], consumer);
    await importWithEachNode(consumer);
    await checkTypes(consumer);
  });
});

async function lint({ path, files }: Tarball): Promise<void> {
  const unwanted = files.filter((file) => isTestFile(file.replace(/\.(d\.ts|js)(\.map)?$/, '.ts')));
  if (unwanted.length > 0) throw new Error(`Tests are packed: ${unwanted.join(', ')}.`);
  await runOrThrow('publint', ['run', path, '--strict']);
  console.log('publint: clean');
  await runOrThrow('attw', [path, '--profile', 'esm-only', '--no-definitely-typed']);
  console.log('attw: clean');
}

async function importWithEachNode(consumer: string): Promise<void> {
  await importDoors(process.execPath, consumer);
  console.log(`doors import on Node ${process.versions.node}, the repository's`);
  const systemNode = findSystemNode(process.env.PATH ?? '');
  if (systemNode === undefined) {
    console.log('no other Node in PATH');
    return;
  }
  const version = (await runOrThrow(systemNode, ['--version'])).stdout.trim().slice(1);
  if (version === process.versions.node) console.log(`the system's Node is ${version} too`);
  else {
    await importDoors(systemNode, consumer);
    console.log(`doors import on Node ${version}, the system's`);
  }
}

async function checkTypes(consumer: string): Promise<void> {
  const doors = toDoors(loadManifest());
  const imports = doors.map(({ specifier }, index) => `export * as door${index} from '${specifier}';\n`);
  await writeFile(join(consumer, 'doors.ts'), imports.join(''));
  await cp(join(import.meta.dirname, 'fixtures/consumer.ts'), join(consumer, 'consumer.ts'));
  for (const resolution of resolutions) {
    await writeFile(join(consumer, 'tsconfig.json'), toTsconfig(resolution));
    await runOrThrow('tsc', ['-p', consumer]);
    console.log(`types check with moduleResolution ${resolution.moduleResolution}`);
  }
}

function toTsconfig(resolution: (typeof resolutions)[number]): string {
  const compilerOptions = {
    ...resolution,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // The declarations that we publish are what is checked here.
    skipLibCheck: false,
  };
  return JSON.stringify({ compilerOptions, files: ['doors.ts', 'consumer.ts'] });
}
