export const MAX_TOOL_NAME_LENGTH = 64;

const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Whether every provider accepts this as the name of a tool, as it stands. */
export function isToolName(name: string): boolean {
  return TOOL_NAME.test(name);
}
