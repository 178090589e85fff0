import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TurnEvent, TurnResult } from 'toolcrib/turns';

/** A file with one JSON object a line: what was asked, what happened, and what is left of each turn. */
export class Transcript {
  readonly path: string;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    this.path = path;
  }

  question(text: string): void {
    this.#write({ type: 'question', at: Date.now(), text });
  }

  /** Texts are left out: they come again, as a whole, with the messages of the result. */
  event(event: TurnEvent): void {
    if (event.type !== 'text' && event.type !== 'tool-call-progress') this.#write(event);
  }

  result({ status, text, usage, iterations, records, messages }: TurnResult): void {
    this.#write({ type: 'result', at: Date.now(), status, text, usage, iterations, records, messages });
  }

  /** At once, so that it is there whatever becomes of the process. */
  #write(entry: object): void {
    appendFileSync(this.path, `${JSON.stringify(entry)}\n`);
  }
}
