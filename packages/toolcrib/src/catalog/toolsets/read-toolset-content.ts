import type { ToolDigest } from '../../core/digest.ts';
import { pointerTo } from '../../core/json-pointer.ts';
import { FieldReader } from '../field-reader.ts';
import { findVersion } from '../find-version.ts';
import { findClashes } from './find-clashes.ts';
import { failIn, readToolsetDefinition } from './read-toolset-definition.ts';
import { requestOf } from './resolve-toolset.ts';
import { setDigestOf } from './set-digest.ts';
import type { ToolsetContent, ToolsetDefinition, ToolsetEntry, ToolsetPin } from './toolset.ts';
import { toolsetEntries } from './toolset-entries.ts';
import type { FailAt } from './toolset-errors.ts';

const DIGEST = /^sha256\/v1:[0-9a-f]{64}$/;
const MAX_VERSION_LENGTH = 128;

/** Definition, pins and set digest that may come from anywhere, and must belong together. */
export function readToolsetContent(read: FieldReader<keyof ToolsetContent>, failAt: FailAt): ToolsetContent {
  const definition = readToolsetDefinition(read.get('definition'), failAt, '/definition');
  const [clash] = findClashes(definition.tools);
  if (clash !== undefined)
    failAt('/definition/tools', `has ${JSON.stringify(clash.tool)}, which ${clash.problem}`);
  const pins = readPins(read, definition, failAt);
  const setDigest = readDigest(read, 'setDigest');
  if (setDigest !== setDigestOf(toolsetEntries(definition), pins))
    read.refuse('setDigest', 'is not that of the tools');
  return Object.freeze({ definition, pins, setDigest });
}

/** Pins that must be those of a definition: one for each tool, with a version that was asked for. */
export function readPins(
  read: FieldReader<'pins'>,
  { tools }: ToolsetDefinition,
  failAt: FailAt,
): readonly ToolsetPin[] {
  const pins = read.list('pins').map((item, index) => readPin(item, failAt, pointerTo('/pins', index)));
  if (pins.length !== tools.length) read.refuse('pins', 'must have one item for each tool');
  for (const [index, entry] of tools.entries()) {
    const pin = pins[index];
    if (pin?.tool !== entry.tool)
      return failAt(`/pins/${index}/tool`, `must be ${JSON.stringify(entry.tool)}`);
    if (!isAskedFor(entry, pin)) failAt(`/pins/${index}/version`, 'is not one that the definition asks for');
  }
  return Object.freeze(pins);
}

/** A digest in the one form that it has. */
export function readDigest<Field extends string>(read: FieldReader<Field>, field: Field): ToolDigest {
  const digest = read.get(field);
  if (typeof digest !== 'string' || !DIGEST.test(digest)) {
    return read.wrong(field, 'sha256/v1: and 64 hexadecimal digits');
  }
  // That is the form.
  return digest as ToolDigest;
}

function readPin(value: unknown, failAt: FailAt, path: string): ToolsetPin {
  const read = new FieldReader(value, ['tool', 'version', 'digest', 'authorityDigest'], failIn(failAt, path));
  const tool = read.get('tool');
  const version = read.optionalText('version', MAX_VERSION_LENGTH);
  // Whether it is the name of the tool is found out by whoever has that.
  if (typeof tool !== 'string') return read.wrong('tool', 'the name of a tool');
  return Object.freeze({
    tool,
    ...(version !== undefined && { version }),
    digest: readDigest(read, 'digest'),
    ...(read.get('authorityDigest') !== undefined && {
      authorityDigest: readDigest(read, 'authorityDigest'),
    }),
  });
}

/** Whether a version could have been the answer to a request, in whatever state the catalogue was. */
function isAskedFor(entry: ToolsetEntry, { tool, version, digest }: ToolsetPin): boolean {
  const spec = { name: tool, ...(version !== undefined && { version }), inputSchema: {}, outputSchema: {} };
  const state = { name: tool, enabled: true, current: 1, versions: [{ spec, digest, createdAt: '' }] };
  return findVersion(state, requestOf(entry)) !== undefined;
}
