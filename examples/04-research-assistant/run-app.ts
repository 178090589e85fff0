import { mkdirSync } from 'node:fs';
import type { TurnResult, TurnStatus } from 'toolcrib/turns';
import { choosePerson } from './choose-person.ts';
import { connectModel } from './connect-model.ts';
import { Conversation } from './conversation.ts';
import { converse } from './converse.ts';
import { createAssistant } from './create-assistant.ts';
import { Interrupt } from './interrupt.ts';
import { loadLibrary } from './load-library.ts';
import type { Options } from './options.ts';
import { checkStory, type StoryTraces } from './scripted/check-story.ts';
import { playStory, watchPerson } from './scripted/play-story.ts';
import { storyFollowUp, storyQuestion } from './scripted/story.ts';
import { Screen } from './terminal/screen.ts';
import { TurnView } from './terminal/turn-view.ts';
import { Transcript } from './transcript.ts';

const CHECKER_PREFIX = '    │ ';

/** The exit code for each way in which a turn ends. */
const exitCodes: Readonly<Record<TurnStatus, number>> = {
  done: 0,
  refused: 1,
  stopped: 1,
  failed: 1,
  aborted: 130,
};

type Ask = (question: string) => Promise<TurnResult>;

/** Runs the research assistant. The answer is the exit code. */
export async function runApp(options: Options): Promise<number> {
  const screen = new Screen(process.stdout);
  const interrupt = new Interrupt();
  const library = await loadLibrary(new URL('library/', import.meta.url));
  const connection = await connectModel(options);
  mkdirSync(options.reports, { recursive: true });
  const transcript = new Transcript(options.transcript);
  const checkerView = new TurnView(screen, CHECKER_PREFIX);
  const runner = createAssistant({
    library,
    createExecutor: connection.createExecutor,
    reports: options.reports,
    paceMs: options.paceMs,
    onCheckerEvent: (event) => {
      transcript.event(event);
      checkerView.show(event);
    },
  });
  const { person, answers } = watchPerson(choosePerson(options, screen, interrupt), options.reports);
  const conversation = new Conversation({ runner, person, screen, transcript });
  const ask: Ask = (question) => interrupt.during((signal) => conversation.ask(question, signal));

  screen.line(`${library.size} documents about Skerry Sound. Model: ${connection.label}.`);
  try {
    if (options.question !== undefined) return exitCodes[(await ask(options.question)).status];
    if (options.isStory) {
      const requests = connection.server?.requests ?? [];
      return await tellStory(screen, ask, { answers, folder: options.reports, requests });
    }
    await converse(screen, options.isScripted ? [storyQuestion, storyFollowUp] : [], ask);
    return 0;
  } finally {
    screen.line(screen.paint('dim', `Reports: ${options.reports}`));
    screen.line(screen.paint('dim', `Transcript: ${transcript.path}`));
    await runner.runtime.close();
    await connection.close();
  }
}

async function tellStory(screen: Screen, ask: Ask, traces: StoryTraces): Promise<number> {
  const story = await playStory((question) => {
    screen.line();
    screen.flow(`> ${question}`);
    screen.endText();
    return ask(question);
  });
  if (story === undefined) return exitCodes.aborted;
  checkStory(story, traces);
  screen.line('\nEverything shown above was checked.');
  return exitCodes.done;
}
