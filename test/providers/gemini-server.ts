import { checkGeminiContents } from './gemini-contents.ts';
import { type Loopback, type Reply, type SeenRequest, startLoopback } from './loopback.ts';
import { checkGeminiTools } from './published-rules/gemini.ts';

/** What the model says in one step. */
export interface GeminiStep {
  readonly parts?: readonly object[];
  readonly finishReason?: string;
}

/**
 * A server that speaks Gemini's `generateContent` and plays one step a request. It refuses what Gemini would
 * refuse: tools and conversations that break its rules.
 */
export function startGeminiServer(
  steps: readonly (GeminiStep | ((request: SeenRequest) => GeminiStep | Reply))[],
): Promise<Loopback> {
  return startLoopback((request, index) => {
    const { contents, tools } = request.body;
    const problems = [...checkGeminiContents(contents), ...checkGeminiTools(tools ?? [])];
    if (problems.length > 0) {
      const error = { code: 400, message: problems.join('\n'), status: 'INVALID_ARGUMENT' };
      return { status: 400, json: { error } };
    }
    const next = steps[index];
    if (next === undefined) throw new Error(`There is no step ${index}.`);
    const step = typeof next === 'function' ? next(request) : next;
    if ('json' in step || 'events' in step) return step;
    const { parts, finishReason = 'STOP' } = step;
    const content = parts === undefined ? {} : { content: { role: 'model', parts } };
    return { json: { candidates: [{ ...content, finishReason, index: 0 }], modelVersion: 'scripted' } };
  });
}
