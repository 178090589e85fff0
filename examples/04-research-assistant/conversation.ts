import type { TurnResult, TurnRunner } from 'toolcrib/turns';
import { GateKeeper } from './gate-keeper.ts';
import type { Person } from './person.ts';
import { printSummary } from './terminal/print-summary.ts';
import type { Screen } from './terminal/screen.ts';
import { TurnView } from './terminal/turn-view.ts';
import type { Transcript } from './transcript.ts';

/** Who takes part in a conversation, and where it is shown and kept. */
export interface ConversationParts {
  readonly runner: TurnRunner;
  readonly person: Person;
  readonly screen: Screen;
  readonly transcript: Transcript;
}

/** A conversation of several turns: each goes on with what was said, and with the large results, of those before. */
export class Conversation {
  readonly #parts: ConversationParts;
  #last: TurnResult | undefined;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  /** Runs one turn, shows it while it runs, and what is left of it. */
  async ask(question: string, signal: AbortSignal): Promise<TurnResult> {
    const { runner, person, screen, transcript } = this.#parts;
    const keeper = new GateKeeper(runner.runtime.gates, person);
    const view = new TurnView(screen);
    transcript.question(question);
    const stream = runner.stream(question, {
      messages: this.#last?.messages,
      earlierCalls: this.#last?.artifactCalls,
      signal,
    });
    for await (const event of stream) {
      transcript.event(event);
      view.show(event);
      if ('invocationId' in event) keeper.watch(event);
    }
    const result = await stream.result;
    this.#last = result;
    transcript.result(result);
    printSummary(screen, result);
    return result;
  }
}
