/** @throws Error if a client has no tool of that name. */
export function toolOf<T>(tools: Readonly<Record<string, T>>, name: string): T {
  const tool = tools[name];
  if (tool === undefined) throw new Error(`The client has no tool ${name}.`);
  return tool;
}
