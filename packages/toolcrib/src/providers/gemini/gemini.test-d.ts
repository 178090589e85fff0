import type { Content, FunctionDeclaration, GenerateContentResponse, Part } from '@google/genai';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  GeminiContent,
  GeminiFunctionDeclaration,
  GeminiPart,
  GeminiResponse,
  readMessage,
  renderMessages,
  renderResults,
  renderTools,
} from './index.ts';

describe('the types of Gemini', () => {
  it('fit into those of the SDK', () => {
    expectTypeOf<GeminiFunctionDeclaration[]>().toExtend<FunctionDeclaration[]>();
    expectTypeOf<ReturnType<typeof renderTools>['tools']>().toExtend<FunctionDeclaration[]>();
    expectTypeOf<GeminiContent[]>().toExtend<Content[]>();
    expectTypeOf<GeminiPart[]>().toExtend<Part[]>();
    expectTypeOf<Awaited<ReturnType<typeof renderMessages>>>().toExtend<Content[]>();
    expectTypeOf<Awaited<ReturnType<typeof renderResults>>>().toExtend<Part[]>();
  });

  it('take what the SDK answers, and not a promise of it', () => {
    expectTypeOf<GenerateContentResponse>().toExtend<GeminiResponse>();
    expectTypeOf<GenerateContentResponse>().toExtend<Parameters<typeof readMessage>[0]>();
    expectTypeOf<Promise<GenerateContentResponse>>().not.toExtend<GeminiResponse>();
  });
});
