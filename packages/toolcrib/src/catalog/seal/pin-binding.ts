import {
  findChangedFields,
  findWeakerFields,
  isSameAuthority,
  type ToolAuthority,
} from '../../core/authority.ts';
import { ConfigError } from '../../core/errors.ts';
import { isEqualJson } from '../../core/is-equal-json.ts';
import type { JsonObjectSchemaDefinition } from '../../core/schema/tool-schema.ts';
import { Tool } from '../../core/tool.ts';
import type { ToolOptions } from '../../core/tool-options.ts';
import { diffSpecs, type SpecDifference } from '../diff-specs.ts';
import type { VersionRequest } from '../find-version.ts';
import { authorityOf } from '../spec-authority.ts';
import { specFields } from '../spec-fields.ts';
import { NO_PROMISE, toSpec } from '../to-spec.ts';
import type { ToolCatalog } from '../tool-catalog.ts';
import type { ToolSpec } from '../tool-spec.ts';
import type { BindingWork, ReadBinding } from './catalog-binding.ts';
import type { CatalogMismatch } from './catalog-mismatch.ts';
import type { PinMemory, Pinned } from './pin-memory.ts';

const NO_TAGS: readonly string[] = [];
/** What cannot be a little stricter than it was published. */
const mustBeEqual: readonly (keyof ToolAuthority)[] = ['verify', 'revert', 'binding'];

/** A tool, and the version in the catalogue that it was checked against. */
export interface Pin {
  readonly tool: Tool;
  readonly spec: ToolSpec;
}

/** Why there is none. */
export type Mismatch = { readonly mismatch: CatalogMismatch };

/**
 * Finds the version that a binding is for, whatever the status of the tool, and the tool that runs it.
 *
 * @throws ConfigError when the binding is wrong in itself, such as `E_INVALID_TOOL` for its `timeoutMs`.
 */
export function pinBinding(
  { catalog, memory }: { readonly catalog: ToolCatalog; readonly memory: PinMemory },
  binding: ReadBinding,
): Pinned {
  const { name } = binding;
  const current = catalog.get(name);
  if (current === undefined) return { mismatch: Object.freeze({ name, kind: 'missing' }) };
  const known = memory.recall(name, current);
  if (known !== undefined) return known;
  if ('tool' in binding) {
    const { tool } = binding;
    const spec = findSpecOf(catalog, tool, current.spec);
    if (spec === undefined) return versionMissing(catalog, name, { version: tool.version ?? null });
    return memory.pin({ spec, current }, () => compare(tool, spec));
  }
  const spec = findSpec(catalog, binding)?.spec;
  if (spec === undefined) return versionMissing(catalog, name, binding.wanted);
  return memory.pin({ spec, current }, () => build(spec, binding.work));
}

/** The spec that a tool is compared with. */
function findSpecOf(catalog: ToolCatalog, { name, version }: Tool, current: ToolSpec): ToolSpec | undefined {
  if (current.version === version) return current;
  const found = catalog.get(name, { version: version ?? null })?.spec;
  return found ?? (version === undefined ? current : undefined);
}

/** Names the binding if its range is none. */
function findSpec(
  catalog: ToolCatalog,
  { name, wanted }: { readonly name: string; readonly wanted: VersionRequest },
) {
  try {
    return catalog.get(name, wanted);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.code, `The binding of "${name}" is refused: ${error.message}`, {
      context: { ...error.context, toolName: name },
      cause: error,
    });
  }
}

/** The version is how they are found; it may be absent in the code. */
export function compare(tool: Tool, spec: ToolSpec): Pin | Mismatch {
  if (isShownBy(tool, spec)) return { tool, spec };
  const found = diffSpecs(withDefaults(spec), withDefaults(toSpec(tool)));
  const differences = found.filter(({ field }) => field !== 'version').map(toPlace);
  if (differences.length === 0) return { tool, spec };
  const { name, version = null } = spec;
  return {
    mismatch: Object.freeze({ name, kind: 'differs', version, differences: Object.freeze(differences) }),
  };
}

/** Whether they are equal, as nearly all are; found out without making a spec of the tool. */
function isShownBy(tool: Tool, spec: ToolSpec): boolean {
  const { title, description = '', inputSchema, outputSchema, annotations, tags = NO_TAGS } = spec;
  return (
    tool.title === title &&
    tool.description === description &&
    isEqualJson(tool.inputSchema, inputSchema) &&
    isEqualJson(tool.outputSchema ?? NO_PROMISE, outputSchema) &&
    isEqualJson(tool.annotations, annotations) &&
    isEqualJson(tool.tags, tags) &&
    isSameAuthority(tool.authority, authorityOf(spec))
  );
}

/** A tool always has a description and tags; that they are empty says as much as that a spec has none. */
function withDefaults(spec: ToolSpec): ToolSpec {
  return { description: '', tags: [], ...spec, authority: authorityOf(spec) };
}

/** Without the values: texts of any length do not belong into an error. */
function toPlace({ field, pointer }: SpecDifference): Pick<SpecDifference, 'field' | 'pointer'> {
  return Object.freeze({ field, pointer });
}

/**
 * A tool of a spec, and of what does its work. It gets the authority that was published, to which its binding may only add:
 * another one is a mismatch.
 */
export function build(spec: ToolSpec, work: BindingWork): Pin | Mismatch {
  const built = buildTool(spec, work);
  if ('mismatch' in built) return built;
  const { name, version = null } = spec;
  const fields = findUnfit(authorityOf(spec), built.tool.authority);
  if (fields.length === 0) return built;
  const differences = fields.map((field) =>
    Object.freeze({ field: 'authority' as const, pointer: `/authority/${field}` }),
  );
  return {
    mismatch: Object.freeze({ name, kind: 'differs', version, differences: Object.freeze(differences) }),
  };
}

/** Where an authority lets more happen than the one that was published, or is that of something else. */
function findUnfit(published: ToolAuthority, actual: ToolAuthority): readonly (keyof ToolAuthority)[] {
  const others = findChangedFields(published, actual).filter((field) => mustBeEqual.includes(field));
  return [...findWeakerFields(actual, published), ...others];
}

function buildTool(spec: ToolSpec, work: BindingWork): Pin | Mismatch {
  const { name, version, title, description = '', inputSchema, outputSchema, annotations, tags } = spec;
  const hasOutput = Object.keys(outputSchema).length > 0;
  const { effect, requires, trusted, redact, gateTimeoutMs } = authorityOf(spec);
  const options = {
    effect,
    requires,
    trusted,
    // Nothing that is not trusted goes without.
    redact: redact || work.trusted === false,
    gateTimeoutMs,
    ...work,
    name,
    version,
    title,
    description,
    // Whether they are schemas, and of objects, is what the tool finds out.
    inputSchema: inputSchema as unknown as JsonObjectSchemaDefinition,
    ...(hasOutput && { outputSchema }),
    annotations,
    tags,
  };
  try {
    // What the handlers accept and give is checked by the schemas at run time.
    return { tool: new Tool(options as ToolOptions), spec };
  } catch (error) {
    if (!(error instanceof ConfigError) || !isAboutSpec(error)) throw error;
    const { code, message: problem } = error;
    return { mismatch: Object.freeze({ name, kind: 'unusable', version: version ?? null, code, problem }) };
  }
}

/** For the other fields of a tool its binding answers. */
function isAboutSpec({ context }: ConfigError): boolean {
  return specFields.some((field) => field === context.field);
}

export function versionMissing(catalog: ToolCatalog, name: string, wanted: VersionRequest): Mismatch {
  const versions = Object.freeze(catalog.versions(name).map(({ spec }) => spec.version ?? null));
  return {
    mismatch: Object.freeze({ name, kind: 'version-missing', wanted: Object.freeze(wanted), versions }),
  };
}
