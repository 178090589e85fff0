import { JsonSchema } from '../core/schema/json-schema.ts';
import type { Tool } from '../core/tool.ts';
import { toVisibleLine } from '../runtime/render/visible-text.ts';
import type { ForgeContext } from './forge-context.ts';
import { forgeTool } from './forge-tool.ts';
import { type KnownArtifact, listArtifacts } from './known-artifacts.ts';
import { cutToBytes, utf8Length } from './text/utf8.ts';

/** For the line above the list. */
const HEADER_BYTES = 96;

/** For the tool, the type and the size. */
const BYTES_BESIDE_ID = 64;

const inputSchema = new JsonSchema<{ readonly from: number }>({
  type: 'object',
  properties: {
    from: { type: 'integer', minimum: 1, default: 1, description: 'First entry of the list, from 1.' },
  },
  additionalProperties: false,
});

/** The one place where a model finds all ids, so that no other tool has to list them. */
export function listTool(ctx: ForgeContext, maxAnswerBytes: number): Tool {
  return forgeTool({
    name: 'artifact_list',
    description: 'Lists the stored results of this turn: id, tool, MIME type and size.',
    inputSchema,
    // The schema has accepted it.
    handler: (args) => describeList(listArtifacts(ctx), (args as { from: number }).from, maxAnswerBytes),
  });
}

function describeList(known: readonly KnownArtifact[], from: number, maxBytes: number): string {
  const shown: string[] = [];
  const pageBytes = maxBytes - HEADER_BYTES;
  let room = pageBytes;
  for (const artifact of known.slice(from - 1)) {
    const line = describeEntry(artifact, pageBytes);
    // The first one is shown in any case, so that every answer leads on.
    if (utf8Length(line) > room && shown.length > 0) break;
    shown.push(cutToBytes(line, room));
    room -= utf8Length(line) + 1;
    if (room <= 0) break;
  }
  const next = from + shown.length;
  const more = next > known.length ? '' : ` There are more. Continue with from: ${next}.`;
  const count = known.length === 1 ? '1 stored result.' : `${known.length} stored results.`;
  return [`${count}${more}`, ...shown].join('\n');
}

/** An id is only of use as a whole. */
function describeEntry({ id, toolName, artifact, isAmbiguous }: KnownArtifact, maxBytes: number): string {
  const name =
    utf8Length(id) + BYTES_BESIDE_ID <= maxBytes ? `"${id}"` : 'An id that is too long to be shown';
  const type = toVisibleLine(String(artifact.mimeType).replace(/;.*/s, ''), 40);
  const note = isAmbiguous ? ', one of several with this id, which cannot be asked' : '';
  return `${name} from ${toVisibleLine(toolName)}: ${type}, ${artifact.byteLength} bytes${note}`;
}
