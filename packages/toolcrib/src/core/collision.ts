import { ConfigError } from './errors.ts';

/** The name of a tool and where the two tools of that name came from, in words. */
export interface Clash {
  readonly toolName: string;
  readonly existing: string;
  readonly incoming: string;
}

/** Two tools, one name, and nobody said which one is meant. */
export function alreadyRegistered({ toolName, existing, incoming }: Clash): ConfigError {
  const message = `Tool "${toolName}" is already registered: one comes from ${existing}, another from ${incoming}.`;
  return new ConfigError('E_TOOL_ALREADY_REGISTERED', message, { context: { toolName, existing, incoming } });
}

/** A protected tool stays, whatever the incoming one or the caller says. */
export function toolProtected({ toolName, existing, incoming }: Clash): ConfigError {
  const message = `Tool "${toolName}" from ${existing} is protected and cannot be replaced by the one from ${incoming}.`;
  return new ConfigError('E_TOOL_PROTECTED', message, { context: { toolName, existing, incoming } });
}
