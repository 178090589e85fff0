import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { storyQuestion } from '../../examples/04-research-assistant/scripted/story.ts';
import { ensureBuilt } from '../../scripts/lib/ensure-built.ts';
import { root } from '../../scripts/lib/repository.ts';

const providers = ['anthropic', 'openai'] as const;

describe('the research assistant', () => {
  beforeAll(() => ensureBuilt());

  it.each(providers)('plays its story in the format of %s and checks it', async (provider) => {
    const app = start(['--story', '--provider', provider]);

    const { code, output } = await app.ended;

    expect(code, output).toBe(0);
    expect(output).toContain('Everything shown above was checked.');
    expect(output).not.toContain('\u001b');
    expect(output.split('\n').filter((line) => line.length > 80 && !line.includes(app.folder))).toEqual([]);
    expect(app.reports()).toHaveLength(1);
  });

  it.each(providers)('saves nothing after a no, in the format of %s', async (provider) => {
    const app = start(['--story', '--provider', provider, '--no']);

    const { code, output } = await app.ended;

    expect(code, output).toBe(0);
    expect(output).toMatch(/save_report +denied .*rejected by the person/);
    expect(app.reports()).toEqual([]);
  });

  it('takes it for a no when nobody can be asked', async () => {
    const app = start([storyQuestion]);

    const { code, output } = await app.ended;

    expect(code, output).toBe(0);
    expect(output).toContain('Nobody was there to be asked.');
    expect(app.reports()).toEqual([]);
  });

  it('writes a transcript of a question and its answer', async () => {
    const app = start(['When do the seals rest?']);

    const { code, output } = await app.ended;

    expect(code, output).toBe(0);
    expect(output).toContain('Grey seals rest on the skerries all year.');
    const types = app.transcript().map(({ type }) => type);
    expect([...types.slice(0, 2), ...types.slice(-2)]).toEqual([
      'question',
      'turn-start',
      'turn-end',
      'result',
    ]);
  });

  it.each(providers)('ends the turn as aborted on Ctrl-C, in the format of %s', async (provider) => {
    const app = start(['--story', '--provider', provider, '--pace', '50']);
    await app.printed('I will look');

    app.interrupt();

    const { code, output } = await app.ended;
    expect(code, output).toBe(130);
    expect(output).toContain('status: aborted');
    expect(app.transcript().at(-1)).toMatchObject({ type: 'result', status: 'aborted' });
  });

  it('explains its options when they make no sense', async () => {
    const { code, output } = await start(['--provider', 'nobody']).ended;

    expect(code).toBe(2);
    expect(output).toMatch(/^--provider is anthropic or openai\.\n\nUsage: /);
  });
});

/** Starts the app as a user would, without a terminal and without keys, in a folder that goes with the test. */
function start(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'research-assistant-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const reports = join(folder, 'reports');
  const transcript = join(folder, 'transcript.jsonl');
  const child = spawn(
    process.execPath,
    ['examples/04-research-assistant.ts', ...args, '--reports', reports, '--transcript', transcript],
    {
      cwd: root,
      env: {
        ...process.env,
        ANTHROPIC_API_KEY: undefined,
        OPENAI_API_KEY: undefined,
        FORCE_COLOR: undefined,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const watch = watchOutput([child.stdout, child.stderr]);
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output: watch.read() }));
  });
  return {
    folder,
    ended,
    /** Settles once the text is there, or nothing more can come. */
    printed: (text: string) => Promise.race([ended, watch.until(text)]),
    interrupt: () => child.kill('SIGINT'),
    reports: () => readdirSync(reports),
    transcript: () => readTranscript(transcript),
  };
}

function watchOutput(streams: readonly NodeJS.ReadableStream[]) {
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  return {
    read: () => output,
    until: (text: string) =>
      new Promise<void>((resolve) => {
        listeners.add(() => {
          if (output.includes(text)) resolve();
        });
      }),
  };
}

function readTranscript(path: string): { readonly type: string }[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}
