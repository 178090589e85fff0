import { isFields } from './published-rules/schema-walk.ts';

type Fields = Record<string, unknown>;

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const SIGNATURE = /^[A-Za-z0-9+/_-]+=*$/;

/**
 * What is wrong with the contents of one request to Gemini, a sentence each. From the documentation of function
 * calling and of thought signatures, and from the messages of refusals. Gemini 3 wants the first call of every
 * message signed.
 */
export function checkGeminiContents(contents: unknown): string[] {
  if (!Array.isArray(contents) || contents.length === 0) return ['contents are not specified'];
  const turns = contents.filter(isFields);
  return turns.flatMap((turn, at) => {
    const parts = partsOf(turn);
    const here = `content ${at}`;
    return [
      ...(turn.role === 'user' || turn.role === 'model' ? [] : [`${here}: a valid role is user or model`]),
      ...(at === 0 && turn.role !== 'user' ? [`${here}: a conversation begins with the user`] : []),
      ...(parts.length === 0 ? [`${here}: must include at least one parts field`] : []),
      ...parts.flatMap((part, place) => checkPart(part).map((text) => `${here}, part ${place}: ${text}`)),
      ...checkTurn(turn, turns[at - 1], turns[at + 1]).map((text) => `${here}: ${text}`),
    ];
  });
}

function checkTurn(turn: Fields, before: Fields | undefined, after: Fields | undefined): string[] {
  const calls = named(turn, 'functionCall');
  const results = named(turn, 'functionResponse');
  const problems: string[] = [];
  if (calls.length > 0) {
    if (turn.role !== 'model' || before?.role !== 'user') {
      problems.push('a function call turn comes immediately after a user turn or a function response turn');
    }
    const answers = named(after, 'functionResponse');
    const ids = (list: readonly Fields[]) => JSON.stringify(list.map(({ id, name }) => [id, name]));
    if (ids(answers) !== ids(calls)) problems.push('the function responses are not those of the calls');
    const first = partsOf(turn).find((part) => 'functionCall' in part);
    if (first?.thoughtSignature === undefined) problems.push('function call is missing a thought_signature');
  }
  if (results.length > 0) {
    if (named(before, 'functionCall').length === 0) {
      problems.push('a function response turn comes immediately after a function call turn');
    }
    if (results.length !== partsOf(turn).length) problems.push('function responses stand alone');
  }
  return problems;
}

function checkPart(part: Fields): string[] {
  const { text, functionCall, functionResponse, inlineData, thoughtSignature } = part;
  const data = [text, functionCall, functionResponse, inlineData].filter((value) => value !== undefined);
  const problems: string[] = [];
  if (data.length !== 1) problems.push('required oneof field data must have one initialized field');
  if (typeof text === 'string' && text === '' && thoughtSignature === undefined) problems.push('empty text');
  if (thoughtSignature !== undefined && !SIGNATURE.test(String(thoughtSignature))) problems.push('no Base64');
  for (const value of [functionCall, functionResponse]) {
    if (isFields(value) && !namePattern.test(String(value.name))) problems.push('an illegal function name');
  }
  if (isFields(functionCall) && !isFields(functionCall.args)) problems.push('args are no object');
  if (isFields(functionResponse)) {
    const { response } = functionResponse;
    const keys = isFields(response) ? Object.keys(response) : [];
    if (keys.join() !== 'output' && keys.join() !== 'error') problems.push('no output and no error');
  }
  return problems;
}

function named(turn: Fields | undefined, kind: 'functionCall' | 'functionResponse'): Fields[] {
  return turn === undefined
    ? []
    : partsOf(turn)
        .map((part) => part[kind])
        .filter(isFields);
}

function partsOf({ parts }: Fields): Fields[] {
  return Array.isArray(parts) ? parts.filter(isFields) : [];
}
