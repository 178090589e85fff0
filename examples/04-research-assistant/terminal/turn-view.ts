import type { ToolProgress } from 'toolcrib';
import type { TurnEvent } from 'toolcrib/turns';
import { formatBar, formatMs } from './formats.ts';
import type { Screen } from './screen.ts';
import { toVisible, toVisibleLine } from './to-visible.ts';

const NAME_WIDTH = 20;
const STATUS_WIDTH = 12;
const TIME_WIDTH = 8;
/** Of everything before the note: the columns, the mark, and the space around them. */
const FIXED_WIDTH = NAME_WIDTH + STATUS_WIDTH + TIME_WIDTH + 8;

type CallEnd = Extract<TurnEvent, { readonly type: 'tool-call-end' }>;

/** Shows a turn while it runs, from its events alone: text as it comes, and a line for each call. */
export class TurnView {
  readonly #screen: Screen;
  /** What each line begins with. */
  readonly #prefix: string;
  /** What the calls that are running last said for people. */
  readonly #notes = new Map<string, string>();

  constructor(screen: Screen, prefix = '') {
    this.#screen = screen;
    this.#prefix = prefix;
  }

  show(event: TurnEvent): void {
    switch (event.type) {
      case 'text':
        this.#screen.flow(toVisible(event.text), this.#prefix);
        break;
      case 'tool-call-proposed':
        this.#showStatus(event.toolName, 'is being asked for');
        break;
      case 'tool-call-start':
        this.#showStatus(event.toolName, 'runs');
        break;
      case 'tool-call-progress':
        this.#showProgress(event.invocationId, event.toolName, event.progress);
        break;
      case 'tool-call-end':
        this.#showEnd(event);
        break;
      case 'turn-start':
      case 'step-end':
      case 'turn-end':
        this.#screen.endText();
        break;
    }
  }

  #showProgress(invocationId: string, toolName: string, { message = '', done, total }: ToolProgress): void {
    if (message !== '') this.#notes.set(invocationId, message);
    const bar = done === undefined || total === undefined ? '' : `${formatBar(done, total)} `;
    this.#showStatus(toolName, `${bar}${message}`);
  }

  #showStatus(toolName: string, text: string): void {
    this.#screen.status(
      `${this.#prefix}  … ${toVisibleLine(toolName, NAME_WIDTH)} ${toVisibleLine(text, 80)}`,
    );
  }

  #showEnd({ invocationId, toolName, status, code, ranMs, waitedMs }: CallEnd): void {
    const screen = this.#screen;
    const mark = status === 'ok' ? screen.paint('green', '✓') : screen.paint('red', '✗');
    const name = toVisibleLine(toolName, NAME_WIDTH).padEnd(NAME_WIDTH);
    const time = formatMs(ranMs + waitedMs).padStart(TIME_WIDTH);
    const start = `${this.#prefix}  ${mark} ${name} ${status.padEnd(STATUS_WIDTH)} ${time}`;
    const used = this.#prefix.length + FIXED_WIDTH;
    const note = toVisibleLine(code ?? this.#notes.get(invocationId) ?? '', screen.columns - used);
    this.#notes.delete(invocationId);
    screen.line(note === '' ? start : `${start}  ${screen.paint('dim', note)}`);
  }
}
