import { ConfigError } from '../../core/errors.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import { isToolName, MAX_TOOL_NAME_LENGTH } from '../../core/tool-name.ts';
import { type Fail, FieldReader } from '../field-reader.ts';
import { findVersion } from '../find-version.ts';
import { isSpecName } from '../read-spec.ts';
import { readVersionRequest } from '../read-version-request.ts';
import type { ToolsetDefinition, ToolsetEntry, ToolsetToolPolicy } from './toolset.ts';
import type { FailAt } from './toolset-errors.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const MAX_TITLE_LENGTH = 256;
const MAX_TEXT_LENGTH = 4096;
const MAX_DESCRIPTION_LENGTH = 32_768;
const MAX_VERSION_LENGTH = 128;
const MAX_ENTRIES = 1000;
/** Of all ranges of a definition together. */
const MAX_RANGE_LENGTH = 16_384;
const MAX_SCOPES = 64;
const MAX_SCOPE_LENGTH = 128;
/** Of the JSON text of a definition. */
const MAX_LENGTH = 1_048_576;
const autonomies = ['allow', 'ask', 'deny'] as const;
/** To see whether a range is one, nothing has to be found in it. */
const NO_TOOL = Object.freeze({ name: '', enabled: true, current: 0, versions: Object.freeze([]) });

const definitionFields = ['name', 'title', 'description', 'gateTimeoutMs', 'tools'] as const;
const entryFields = ['tool', 'range', 'version', 'wireName', 'description', 'policy'] as const;
type EntryReader = FieldReader<(typeof entryFields)[number]>;

/** Whether a text can be the name of a toolset. */
function isToolsetName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name);
}

/**
 * A frozen copy of a definition that may come from anywhere, each value read once, in the one form that equal definitions
 * have: tools sorted by name, scopes too, and fields in one order. Whether the tools go together is not looked at.
 */
export function readToolsetDefinition(value: unknown, failAt: FailAt, path = ''): ToolsetDefinition {
  const read = new FieldReader(value, definitionFields, failIn(failAt, path));
  const name = read.get('name');
  if (!isToolsetName(name)) {
    return read.wrong('name', '1 to 64 of A-Z a-z 0-9 _ . -, a letter or digit first');
  }
  const title = read.optionalText('title', MAX_TITLE_LENGTH);
  const description = read.optionalText('description', MAX_TEXT_LENGTH);
  const gateTimeoutMs = read.optionalTimeout('gateTimeoutMs');
  const items = read.list('tools');
  if (items.length > MAX_ENTRIES)
    read.refuse('tools', `has ${items.length} items; at most ${MAX_ENTRIES} are allowed`);
  let rangeLength = 0;
  const tools = items.map((item, index) => {
    const entry = readEntry(item, failAt, pointerTo(path, 'tools', index));
    rangeLength += entry.range?.length ?? 0;
    // Before the next one is parsed, which takes time for each character.
    if (rangeLength > MAX_RANGE_LENGTH) {
      failAt(pointerTo(path, 'tools'), `has ranges of more than ${MAX_RANGE_LENGTH} characters altogether`);
    }
    return entry;
  });
  const definition = Object.freeze({
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(gateTimeoutMs !== undefined && { gateTimeoutMs }),
    tools: Object.freeze(
      tools.sort((left, right) => (left.tool < right.tool ? -1 : left.tool > right.tool ? 1 : 0)),
    ),
  });
  if (JSON.stringify(definition).length > MAX_LENGTH) failAt(path, `has more than ${MAX_LENGTH} characters`);
  return definition;
}

/** Where the fields of an object at a place are. */
export function failIn(failAt: FailAt, path: string): Fail {
  return (field, problem) => failAt(field === '' ? path : pointerTo(path, field), problem);
}

function readEntry(value: unknown, failAt: FailAt, path: string): ToolsetEntry {
  const read = new FieldReader(value, entryFields, failIn(failAt, path));
  const tool = read.get('tool');
  if (typeof tool !== 'string' || !isSpecName(tool)) return read.wrong('tool', 'the name of a tool');
  const wireName = readWireName(read);
  const description = read.optionalText('description', MAX_DESCRIPTION_LENGTH);
  const policy = read.get('policy');
  const somePolicy =
    policy === undefined ? undefined : readToolPolicy(policy, failAt, pointerTo(path, 'policy'));
  return Object.freeze({
    tool,
    ...readRequest(read),
    ...(wireName !== undefined && { wireName }),
    ...(description !== undefined && { description }),
    ...(somePolicy && Object.keys(somePolicy).length > 0 && { policy: somePolicy }),
  });
}

function readWireName(read: EntryReader): string | undefined {
  const name = read.get('wireName');
  if (name === undefined || (typeof name === 'string' && isToolName(name))) return name;
  return read.wrong('wireName', `1 to ${MAX_TOOL_NAME_LENGTH} of A-Z a-z 0-9 _ -, a letter or _ first`);
}

/** Which version, if any was asked for. */
function readRequest(read: EntryReader): Pick<ToolsetEntry, 'range' | 'version'> {
  const wanted = readVersionRequest(read);
  if (wanted === undefined) return {};
  if (!('range' in wanted)) {
    return { version: wanted.version === null ? null : read.text('version', MAX_VERSION_LENGTH) };
  }
  try {
    findVersion(NO_TOOL, wanted);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    read.wrong('range', 'a SemVer range of at most 8 alternatives and 16 comparators, or "latest"');
  }
  return wanted;
}

function readToolPolicy(value: unknown, failAt: FailAt, path: string): ToolsetToolPolicy {
  const read = new FieldReader(value, ['autonomy', 'requires', 'gateTimeoutMs'], failIn(failAt, path));
  const given = read.get('autonomy');
  const autonomy = autonomies.find((one) => one === given);
  if (given !== undefined && autonomy === undefined)
    read.wrong('autonomy', `one of ${autonomies.join(', ')}`);
  const requires = read.get('requires') === undefined ? [] : readScopes(read);
  const gateTimeoutMs = read.optionalTimeout('gateTimeoutMs');
  return Object.freeze({
    ...(autonomy && { autonomy }),
    ...(requires.length > 0 && { requires: Object.freeze(requires) }),
    ...(gateTimeoutMs !== undefined && { gateTimeoutMs }),
  });
}

function readScopes<Field extends string>(read: FieldReader<Field | 'requires'>): string[] {
  const given = read.list('requires');
  const scopes = given.filter(isScope);
  const isWhole = scopes.length === given.length && new Set(scopes).size === scopes.length;
  if (isWhole && scopes.length <= MAX_SCOPES) return scopes.sort();
  const expected = `at most ${MAX_SCOPES} different texts of 1 to ${MAX_SCOPE_LENGTH} characters`;
  return read.wrong('requires', `a list of ${expected}`);
}

function isScope(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= MAX_SCOPE_LENGTH && value.isWellFormed()
  );
}
