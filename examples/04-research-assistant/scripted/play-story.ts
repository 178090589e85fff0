import { readdirSync } from 'node:fs';
import type { GateDecision } from 'toolcrib/runtime';
import type { TurnResult } from 'toolcrib/turns';
import type { Person } from '../person.ts';
import { storyFollowUp, storyQuestion } from './story.ts';

/** What is left of the story. */
export interface PlayedStory {
  readonly turn: TurnResult;
  readonly followUp: TurnResult;
}

/** Plays both turns; undefined if one of them was aborted. */
export async function playStory(
  ask: (question: string) => Promise<TurnResult>,
): Promise<PlayedStory | undefined> {
  const turn = await ask(storyQuestion);
  if (turn.status === 'aborted') return undefined;
  const followUp = await ask(storyFollowUp);
  return followUp.status === 'aborted' ? undefined : { turn, followUp };
}

/** What a person said, and which reports there were when they were asked. */
export interface WatchedAnswer {
  readonly decision: GateDecision['decision'];
  readonly reports: readonly string[];
}

/** The same person, whose answers are written down. */
export function watchPerson(person: Person, folder: string) {
  const answers: WatchedAnswer[] = [];
  const watched: Person = async (gate, signal) => {
    const reports = readdirSync(folder);
    const answer = await person(gate, signal);
    answers.push({ decision: answer.decision, reports });
    return answer;
  };
  return { person: watched, answers };
}
