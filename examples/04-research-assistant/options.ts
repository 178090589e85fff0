import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Whose wire format is spoken. */
export type Provider = 'anthropic' | 'openai';

/** What the person wants. */
export interface Options {
  readonly question: string | undefined;
  readonly provider: Provider;
  /** Undefined leaves it to us. */
  readonly model: string | undefined;
  /** Whether a script plays the model. */
  readonly isScripted: boolean;
  /** Whether the story is played, and its outcome checked. */
  readonly isStory: boolean;
  /** Whether somebody is at the terminal. */
  readonly isInteractive: boolean;
  /** What is answered to every gate; undefined asks. */
  readonly answer: 'yes' | 'no' | undefined;
  readonly transcript: string;
  readonly reports: string;
  /** How long scripted things wait between two pieces of what they give, in milliseconds. */
  readonly paceMs: number;
}

/** What the options are read from. */
export interface OptionSource {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether somebody is at the terminal. */
  readonly isInteractive: boolean;
}

export const usage = `Usage: node examples/04-research-assistant.ts [question] [options]

  Without a question: a conversation on a terminal, and the scripted story otherwise.

  --provider anthropic|openai  whose API is asked, or imitated without its key
  --model name                 another model of the provider
  --scripted                   no real model, whatever keys there are
  --story                      plays the scripted story and checks its outcome
  --yes, --no                  the answer to every question of a tool
  --reports folder             where reports are saved
  --transcript file            where the transcript goes
  --pace ms                    how long scripted things wait between two pieces
  --help                       this text`;

const keys = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' } as const;

/** Reads the options; undefined if help is wanted. Throws an error for people if they make no sense. */
export function readOptions({ args, env, isInteractive }: OptionSource): Options | undefined {
  const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
  if (values.help) return undefined;
  if (values.yes && values.no) throw new Error('--yes and --no cannot both be meant.');
  const question = positionals.join(' ').trim() || undefined;
  const provider = readProvider(values.provider, env);
  const isStory = question === undefined && (values.story || !isInteractive);
  return {
    question,
    provider,
    model: values.model,
    isScripted: values.scripted || isStory || !env[keys[provider]],
    isStory,
    isInteractive,
    answer: values.yes ? 'yes' : values.no ? 'no' : undefined,
    paceMs: readPace(values.pace, isInteractive),
    ...choosePlaces(values),
  };
}

/** What has no place of its own goes into a new folder for temporary files. */
function choosePlaces(given: { readonly reports?: string; readonly transcript?: string }) {
  const isGiven = given.reports !== undefined && given.transcript !== undefined;
  const folder = isGiven ? '' : mkdtempSync(join(tmpdir(), 'research-assistant-'));
  return {
    reports: resolve(given.reports ?? join(folder, 'reports')),
    transcript: resolve(given.transcript ?? join(folder, 'transcript.jsonl')),
  };
}

const known = {
  provider: { type: 'string' },
  model: { type: 'string' },
  scripted: { type: 'boolean', default: false },
  story: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  no: { type: 'boolean', default: false },
  reports: { type: 'string' },
  transcript: { type: 'string' },
  pace: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function readProvider(given: string | undefined, env: OptionSource['env']): Provider {
  if (given === 'anthropic' || given === 'openai') return given;
  if (given !== undefined) throw new Error('--provider is anthropic or openai.');
  return !env[keys.anthropic] && env[keys.openai] ? 'openai' : 'anthropic';
}

function readPace(given: string | undefined, isInteractive: boolean): number {
  const paceMs = Number(given ?? (isInteractive ? 15 : 0));
  if (!Number.isInteger(paceMs) || paceMs < 0) throw new Error('--pace is a whole number of milliseconds.');
  return paceMs;
}
