import { isBuiltin } from 'node:module';
import type { ImportEdge } from './import-graph.ts';

/**
 * The layers of the library, each with the layers that it may import. A file directly in `src` is the
 * main door. Paths are relative to `src`.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  core: [],
  runtime: ['core'],
  artifacts: ['core', 'runtime'],
  turns: ['core', 'runtime', 'artifacts'],
  compat: ['core'],
  lint: ['core'],
  catalog: ['core', 'compat', 'lint'],
  governance: ['core', 'compat', 'lint', 'catalog'],
  search: ['core', 'runtime', 'catalog'],
  stores: ['core', 'runtime', 'catalog', 'door'],
  providers: ['core', 'runtime', 'lint', 'door'],
  adapters: ['core', 'runtime', 'providers', 'door'],
  mcp: ['core', 'catalog', 'door'],
  openapi: ['core', 'catalog', 'door'],
  testing: ['core', 'runtime', 'door'],
  door: ['core', 'runtime', 'artifacts', 'turns', 'catalog'],
};

/** The npm packages that a layer may import; a layer that is not listed may import any dependency. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  // `#hash` is a file of the layer `platform`, which `imports` of package.json chooses by the host.
  core: ['@standard-schema/spec', '#hash'],
  platform: ['@noble/hashes'],
};

/** Layers whose folders are independent of one another. */
const layersOfStrangers: readonly string[] = ['stores', 'providers', 'adapters'];

/** Folders inside such layers that the others stand on. */
const commonFolders: readonly string[] = ['providers/dialect', 'providers/lint', 'providers/plan'];

/** Layers that use the rest of the library as a user would, through its doors. */
const layersOfOutsiders: readonly string[] = ['stores', 'adapters'];

/** What is wrong with the imports, one sentence each. */
export function findLayerViolations(edges: readonly ImportEdge[]): string[] {
  return edges.flatMap((edge) => {
    const reason = edge.isRelative ? judgeFile(edge) : judgePackage(edge);
    return reason === undefined ? [] : [`${edge.place} imports ${edge.to}: ${reason}`];
  });
}

function judgeFile({ from, to }: ImportEdge): string | undefined {
  const [source, target] = [layerOf(from), layerOf(to)];
  const allowed = mayImport[source];
  if (allowed === undefined) return `${source} is no layer`;
  if (target === source) {
    const folder = folderOf(to);
    const isStranger =
      layersOfStrangers.includes(source) &&
      folder !== undefined &&
      !commonFolders.includes(`${source}/${folder}`);
    return isStranger && folderOf(from) !== folder ? `the parts of ${source} are independent` : undefined;
  }
  if (!allowed.includes(target)) return `${source} may import ${allowed.join(', ') || 'no other layer'}`;
  if (layersOfOutsiders.includes(source) && !to.endsWith('/index.ts') && to !== 'index.ts') {
    return `${source} may import doors only`;
  }
  return undefined;
}

function judgePackage({ from, to }: ImportEdge): string | undefined {
  const layer = layerOf(from);
  if (layer === 'core' && isBuiltin(to)) return 'core runs without Node';
  const name = to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
  const allowed = allowedPackages[layer];
  return allowed === undefined || allowed.includes(name)
    ? undefined
    : `${layer} may import ${allowed.join(', ')}`;
}

function layerOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 ? 'door' : first;
}

/** The folder inside a layer; undefined for a file that all of the layer shares. */
function folderOf(path: string): string | undefined {
  const [, second, third] = path.split('/');
  return third === undefined ? undefined : second;
}
