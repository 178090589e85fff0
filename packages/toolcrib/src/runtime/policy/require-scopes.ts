import { allow, byScopes, deny, type Policy } from './policy.ts';

/** Refuses a tool unless the caller holds every scope that the tool `requires`. */
export const requireScopes: Policy = byScopes(({ caller, tool }) => {
  if (tool.requires.length === 0) return allow();
  const missing = tool.requires.filter((scope) => !caller.scopes?.includes(scope));
  return missing.length === 0 ? allow() : deny(`it requires ${missing.join(', ')}`);
});
