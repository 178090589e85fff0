import type { ScriptedAnswer, SentRequest } from '../../lib/wire-format.ts';
import { checkerPrompt } from '../create-assistant.ts';
import { checkerSteps } from './checker-script.ts';
import { lastQuestion, playSteps, readExchanges, type ScriptStep } from './exchanges.ts';
import { freeSteps } from './free-script.ts';
import { artifactIn, followUpSteps, storyFollowUp, storyQuestion, storySteps } from './story.ts';

/**
 * Plays both models, the assistant and the fact checker, from nothing but the request. It only calls tools that it
 * was told of, as a model would.
 */
export function playModel(request: SentRequest): ScriptedAnswer {
  const answer = playSteps(findSteps(request), readExchanges(request));
  const unknown = answer.calls?.find(({ name }) => !request.tools.includes(name));
  if (unknown !== undefined) throw new Error(`The model was not told of ${unknown.name}.`);
  return answer;
}

function findSteps(request: SentRequest): readonly ScriptStep[] {
  if (request.system === checkerPrompt) return checkerSteps;
  const question = lastQuestion(request);
  const stored = request.messages.map(({ text }) => artifactIn(text)).find((id) => id !== '');
  if (question === storyQuestion) return storySteps;
  if (question === storyFollowUp && stored !== undefined) return followUpSteps(stored);
  return freeSteps(question);
}
