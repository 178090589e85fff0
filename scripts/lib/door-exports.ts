import { posix } from 'node:path';
import type { ExportNamedDeclaration, Node } from 'oxc-parser';
import { loadSource, type SourceFile } from './syntax.ts';

/** The names that a module exports, sorted. */
export interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Reads the files of a module graph; tests give their own. */
export type SourceLoader = (path: string) => SourceFile;

interface Export {
  readonly name: string;
  readonly isType: boolean;
  /** The module that it comes from, as written; undefined when declared or imported here. */
  readonly from: string | undefined;
  /** Its name there. */
  readonly original: string;
}

/** The names that a file exports. */
export function getExportedNames(file: SourceFile): ExportedNames {
  const all = listExports(file);
  const pick = (isType: boolean) =>
    all
      .filter((item) => item.isType === isType)
      .map(({ name }) => name)
      .sort();
  return { values: pick(false), types: pick(true) };
}

/** The exports of a file whose declaration, wherever it is, has no TSDoc directly above it. */
export function findUndocumented(path: string, load: SourceLoader = loadSource): string[] {
  const file = load(path);
  return listExports(file)
    .filter((item) => !isDocumented(file, item, load))
    .map(({ name }) => name);
}

function isDocumented(file: SourceFile, item: Export, load: SourceLoader): boolean {
  const origin = findOrigin(file, item);
  if (origin === undefined) return isDeclaredWithComment(file, item.original);
  // What comes from another package is documented there.
  if (!origin.specifier.startsWith('.')) return true;
  const source = load(posix.join(posix.dirname(file.path), origin.specifier));
  const next = listExports(source).find(({ name }) => name === origin.name);
  if (next === undefined) throw new Error(`${source.path} does not export ${origin.name}.`);
  return isDocumented(source, next, load);
}

function isDeclaredWithComment(file: SourceFile, name: string): boolean {
  const declaration = file.program.body.find((statement) => declaredNames(statement).includes(name));
  if (declaration === undefined) throw new Error(`${file.path} does not declare ${name}.`);
  const above = file.comments.findLast(({ type, end }) => type === 'Block' && end <= declaration.start);
  if (!above?.value.startsWith('*')) return false;
  const between = file.text.slice(above.end, declaration.start);
  return between.replaceAll(/^\/\/ biome-ignore .*$/gm, '').trim() === '';
}

/** The module that an export is taken from, be it in one statement or by an import; undefined when it is declared here. */
function findOrigin(file: SourceFile, item: Export): { specifier: string; name: string } | undefined {
  if (item.from !== undefined) return { specifier: item.from, name: item.original };
  for (const statement of file.program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.local.name !== item.original) continue;
      return { specifier: statement.source.value, name: nameOf(specifier.imported) };
    }
  }
  return undefined;
}

function listExports(file: SourceFile): Export[] {
  return file.program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? exportsOf(statement) : [],
  );
}

function exportsOf(statement: ExportNamedDeclaration): Export[] {
  const declared = declaredNames(statement).map((name) => ({
    name,
    isType: statement.exportKind === 'type' || isTypeDeclaration(statement.declaration),
    from: undefined,
    original: name,
  }));
  const listed = statement.specifiers.map((specifier) => ({
    name: nameOf(specifier.exported),
    isType: statement.exportKind === 'type' || specifier.exportKind === 'type',
    from: statement.source?.value,
    original: nameOf(specifier.local),
  }));
  return [...declared, ...listed];
}

function isTypeDeclaration(node: Node | null): boolean {
  return node?.type === 'TSInterfaceDeclaration' || node?.type === 'TSTypeAliasDeclaration';
}

function declaredNames(statement: Node): string[] {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration === null ? [] : declaredNames(statement.declaration);
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return statement.id === null ? [] : [statement.id.name];
    default:
      return [];
  }
}

function nameOf(node: { readonly name: string } | { readonly value: string }): string {
  return 'name' in node ? node.name : node.value;
}
