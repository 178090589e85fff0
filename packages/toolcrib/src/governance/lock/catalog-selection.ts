import { FieldReader } from '../../catalog/field-reader.ts';
import type { VersionRequest } from '../../catalog/find-version.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import type { ToolCatalog } from '../../catalog/tool-catalog.ts';
import { isPlainObject } from '../../core/json.ts';

/** Which tools of a catalogue a deployment takes. Conditions add up. */
export interface CatalogSelection {
  /** Only these. @default all that can be used */
  readonly names?: readonly string[] | undefined;
  /** Only tools that have at least one of these tags. @default with any tags, or none */
  readonly tags?: readonly string[] | undefined;
  /** Which version of a tool is taken, by name, as in its binding. @default the current one of each */
  readonly versions?: Readonly<Record<string, VersionRequest>> | undefined;
}

/** A selection that was read once. */
export interface ReadSelection {
  /** Without doubles; undefined for all. */
  readonly names: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly versions: ReadonlyMap<string, VersionRequest>;
}

export const selectionFields = ['names', 'tags', 'versions'] as const;

/** @throws ConfigError `E_INVALID_OPTION`. A version or range that is none is found out by the catalogue. */
export function readSelection(read: FieldReader<(typeof selectionFields)[number]>): ReadSelection {
  const [names, tags] = [readTexts(read, 'names'), readTexts(read, 'tags')];
  return { names, tags, versions: readVersions(read) };
}

/** As `readSelection`, of options that are nothing else. */
export function readSelectionOptions(options: CatalogSelection): ReadSelection {
  return readSelection(new FieldReader(options, selectionFields, refuseOption));
}

/** The names that can be used and are selected, sorted; of those that are selected by name, all. */
export function selectNames(catalog: ToolCatalog, selection: ReadSelection): readonly string[] {
  const names = selection.names ?? catalog.list().map(({ spec }) => spec.name);
  return [...names].sort().filter((name) => isTagged(catalog, name, selection));
}

/** What is not there has no tags, and is not left out because of them. */
function isTagged(catalog: ToolCatalog, name: string, { tags, versions }: ReadSelection): boolean {
  const spec = tags && catalog.get(name, versions.get(name))?.spec;
  return tags === undefined || spec === undefined || tags.some((tag) => spec.tags?.includes(tag));
}

function readTexts<Field extends string>(
  read: FieldReader<Field>,
  field: Field,
): readonly string[] | undefined {
  if (read.get(field) === undefined) return undefined;
  const texts = read.list(field).map((text) => (typeof text === 'string' ? text : undefined));
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? [...new Set(known)] : read.wrong(field, 'a list of texts');
}

function readVersions(read: FieldReader<'versions'>): ReadonlyMap<string, VersionRequest> {
  const versions = read.get('versions') ?? {};
  if (!isPlainObject(versions)) return read.wrong('versions', 'an object with versions or ranges by name');
  // What is in it is checked when the catalogue is asked for it.
  return new Map(Object.entries(versions) as [string, VersionRequest][]);
}
