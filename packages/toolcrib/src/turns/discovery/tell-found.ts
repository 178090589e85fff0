import { utf8Length } from '../../artifacts/text/utf8.ts';
import { cutText } from '../../core/cut-text.ts';
import type { Tool } from '../../core/tool.ts';
import type { DiscoveryForm } from '../tool-discovery.ts';

/** What became of a search. */
export interface SearchOutcome {
  /** What the model may use now, the best first; those included that it knew. */
  readonly tools: readonly Tool[];
  /** Whether something was left out because the turn has found as much as it may. */
  readonly isFull: boolean;
}

/** How the model is told. */
export interface TellOptions {
  readonly form: DiscoveryForm;
  /** How many bytes the answer may have; what is longer would be stored, and could not be read at once. */
  readonly maxBytes: number;
}

const NOTHING =
  'No other tool was found. Use those that you have, say in other words what the tool should do, or search for one step of the task.';
const FULL = 'No more tools can be loaded in this turn; do with those that you have.';
const LEFT_OUT =
  'Where inputSchema is missing, it is too long to be told here; search for that tool alone, with limit 1.';
const TOO_LONG =
  'Its inputSchema is too long to be told; call it with what its description says, and you are told what is wrong.';

/** What a model is told of what it has found. */
export function tellFound({ tools, isFull }: SearchOutcome, { form, maxBytes }: TellOptions): string {
  if (tools.length === 0) return isFull ? FULL : NOTHING;
  if (form === 'call') return tellDefinitions({ tools, isFull }, maxBytes);
  const names = tools.map(({ name }) => name).join(', ');
  const found = tools.length === 1 ? 'Found 1 tool' : `Found ${tools.length} tools`;
  return `${found}, which can be called now: ${names}.${isFull ? ` ${FULL}` : ''}`;
}

/** For the notes, and for the brackets around the list. */
const NOTES_BYTES = 400;

function tellDefinitions({ tools, isFull }: SearchOutcome, maxBytes: number): string {
  let room = maxBytes - NOTES_BYTES - tools.reduce((sum, tool) => sum + lengthOf(toBrief(tool)), 0);
  let isCut = false;
  const told = tools.map((tool) => {
    const brief = toBrief(tool);
    const description = tool.describe();
    const more = lengthOf(description) - lengthOf(brief);
    if (more > room) {
      isCut = true;
      return brief;
    }
    room -= more;
    return description;
  });
  const cut = tools.length === 1 ? TOO_LONG : LEFT_OUT;
  const notes = ['Call them with call_tool.', ...(isCut ? [cut] : []), ...(isFull ? [FULL] : [])];
  return JSON.stringify({ tools: told, note: notes.join(' ') });
}

function toBrief({ name, description }: Tool) {
  return { name, description: cutText(description) };
}

/** With the comma after it. */
function lengthOf(value: object): number {
  return utf8Length(JSON.stringify(value)) + 1;
}
