import { ConfigError } from '../../core/errors.ts';
import { requireKnownOptions } from '../../core/require-known-options.ts';
import type { ToolEffect } from '../../core/tool-options.ts';
import { allow, ask, byScopes, type Decision, deny, type Policy } from './policy.ts';

/** How much may be done without asking, by what a tool can do to the world. */
export type AutonomyLevels = Readonly<Record<ToolEffect, Decision['verdict']>>;

const levelNames: ReadonlySet<string> = new Set<keyof AutonomyLevels>(['read', 'write', 'destructive']);
const verdicts: readonly unknown[] = ['allow', 'ask', 'deny'] satisfies Decision['verdict'][];

/**
 * Allows, asks or denies by the `effect` of a tool.
 *
 * @throws ConfigError `E_INVALID_OPTION` unless every effect has a level.
 */
export function autonomy(levels: AutonomyLevels): Policy {
  requireKnownOptions(levels, levelNames);
  for (const effect of ['read', 'write', 'destructive'] as const) {
    if (verdicts.includes(levels[effect])) continue;
    throw new ConfigError('E_INVALID_OPTION', `autonomy() needs ${effect} to be allow, ask or deny.`);
  }
  const { read, write, destructive } = levels;
  const decisions = {
    read: toDecision(read, 'reading'),
    write: toDecision(write, 'writing'),
    destructive: toDecision(destructive, 'destructive'),
  };
  return byScopes(({ tool }) => decisions[tool.effect]);
}

function toDecision(verdict: Decision['verdict'], kind: string): Decision {
  if (verdict === 'allow') return allow();
  return verdict === 'ask' ? ask(`${kind} tools need approval`) : deny(`${kind} tools are not allowed`);
}
