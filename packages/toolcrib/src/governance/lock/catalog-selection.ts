import { FieldReader } from '../../catalog/field-reader.ts';
import type { VersionRequest } from '../../catalog/find-version.ts';
import { refuseOption } from '../../catalog/read-catalog-options.ts';
import { authorityIn } from '../../catalog/spec-authority.ts';
import type { SpecDigests } from '../../catalog/spec-digests.ts';
import type { ToolCatalog } from '../../catalog/tool-catalog.ts';
import type { ToolSpec } from '../../catalog/tool-spec.ts';
import type { ToolsetEntry } from '../../catalog/toolsets/toolset.ts';
import { toolsetEntries } from '../../catalog/toolsets/toolset-entries.ts';
import { toolsetNotFound } from '../../catalog/toolsets/toolset-errors.ts';
import { isPlainObject } from '../../core/json.ts';
import type { ToolDigests } from '../../core/lock.ts';

/** Of toolsets. */
const MAX_NAME_LENGTH = 64;

/** Which tools of a catalogue a deployment takes. Conditions add up. */
export interface CatalogSelection {
  /** Only these. @default all that can be used */
  readonly names?: readonly string[] | undefined;
  /** Only tools that have at least one of these tags. @default with any tags, or none */
  readonly tags?: readonly string[] | undefined;
  /** Which version of a tool is taken, by name, as in its binding. @default the current one of each */
  readonly versions?: Readonly<Record<string, VersionRequest>> | undefined;
  /**
   * Only tools of this toolset, in the versions that it has, with the scopes and the approval settings that it gives them. Not
   * beside versions. @default those of the catalog, whatever toolsets say of them
   */
  readonly toolset?: string | undefined;
}

/** A selection that was read once. */
export interface ReadSelection {
  /** Without doubles; undefined for all. */
  readonly names: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly versions: ReadonlyMap<string, VersionRequest>;
  /** The entries of the toolset by tool; undefined if there is no toolset. */
  readonly entries: ReadonlyMap<string, ToolsetEntry> | undefined;
}

export const selectionFields = ['names', 'tags', 'versions', 'toolset'] as const;

/**
 * @throws ConfigError `E_INVALID_OPTION`; ToolcribError `E_TOOLSET_NOT_FOUND`. A version or range that is none is found out by
 * the catalogue. Without a catalogue there are no toolsets, and none is looked for.
 */
export function readSelection(
  read: FieldReader<(typeof selectionFields)[number]>,
  catalog: ToolCatalog | undefined,
): ReadSelection {
  const [names, tags] = [readTexts(read, 'names'), readTexts(read, 'tags')];
  const toolset = read.optionalText('toolset', MAX_NAME_LENGTH);
  if (toolset === undefined || catalog === undefined) {
    return { names, tags, versions: readVersions(read), entries: undefined };
  }
  if (read.get('versions') !== undefined) read.refuse('versions', 'must not be given beside a toolset');
  const applied = catalog.toolsets.get(toolset);
  if (applied === undefined) throw toolsetNotFound(toolset);
  const { definition, pins } = applied;
  return {
    names: names ?? pins.map(({ tool }) => tool),
    tags,
    versions: new Map(pins.map(({ tool, version = null }) => [tool, { version }])),
    entries: new Map(toolsetEntries(definition).map((entry) => [entry.tool, entry])),
  };
}

/** As `readSelection`, of options that are nothing else. */
export function readSelectionOptions(options: CatalogSelection, catalog: ToolCatalog): ReadSelection {
  return readSelection(new FieldReader(options, selectionFields, refuseOption), catalog);
}

/** A spec of the catalogue with the authority that the toolset of a selection gives the tool. */
export function toSelectedSpec(spec: ToolSpec, { entries }: Pick<ReadSelection, 'entries'>): ToolSpec {
  const entry = entries?.get(spec.name);
  return entry?.policy === undefined ? spec : Object.freeze({ ...spec, authority: authorityIn(spec, entry) });
}

/**
 * The digests of a spec that `toSelectedSpec` made of one of the catalogue. A toolset changes the authority alone, so that the
 * definition has the digest that the catalogue has computed.
 */
export function digestsOfSelected(digests: SpecDigests, spec: ToolSpec, selected: ToolSpec): ToolDigests {
  return { digest: digests.definitionOf(spec), authorityDigest: digests.authorityOf(selected) };
}

/** Whether a selection has a tool of this name at all, as far as its toolset says. */
export function isInToolset(name: string, { entries }: Pick<ReadSelection, 'entries'>): boolean {
  return entries === undefined || entries.has(name);
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
