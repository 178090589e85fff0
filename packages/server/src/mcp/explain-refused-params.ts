/**
 * How the SDK tells what its schemas refuse: as JSON with two spaces, after some words or none. The first issue ends with the
 * first brace that is indented like its first one; there may be very many more.
 */
const firstIssue = /^[^[]*\[\n( {2}\{\n[\s\S]*?\n {2}\})(?:,\n|\n\]$)/;
const MAX_PATH_CHARS = 80;

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  int: 'an integer',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

/**
 * Says in one sentence what is wrong with the params of a request, from the message of an error of the SDK; undefined if
 * the error is about something else.
 */
export function explainRefusedParams(message: string): string | undefined {
  const issue = readFirstIssue(message);
  if (issue === undefined) return undefined;
  const { path, expected } = issue;
  const [root, ...rest] = Array.isArray(path) ? path.map(String) : [];
  if (root !== 'params') return undefined;
  const place = rest.length === 0 ? 'They' : `/${rest.join('/')}`.slice(0, MAX_PATH_CHARS);
  const type = typeNames[String(expected)];
  return `Invalid params: ${place} ${type === undefined ? 'cannot be read' : `must be ${type}`}.`;
}

function readFirstIssue(message: string): Readonly<Record<string, unknown>> | undefined {
  const [, issue] = firstIssue.exec(message) ?? [];
  if (issue === undefined) return undefined;
  try {
    return JSON.parse(issue);
  } catch {
    // Some other text that begins like it.
    return undefined;
  }
}
