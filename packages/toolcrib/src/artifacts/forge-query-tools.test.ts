import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byteArtifact } from '../../../../test/artifacts/byte-artifact.ts';
import { CsvArtifact, forgeFor, recordOf } from '../../../../test/artifacts/forge-for.ts';
import { record } from '../../../../test/call-record.ts';
import { errorOf, rejectionOf } from '../../../../test/errors.ts';
import { ctx as callContext, weather } from '../../../../test/weather.ts';
import { ToolRegistry } from '../core/tool-registry.ts';
import type { ArtifactCandidate } from './artifact-kind.ts';
import { defineQuery } from './artifact-query.ts';
import { forgeQueryTools } from './forge-query-tools.ts';
import { isForgedTool } from './forge-tool.ts';
import { SpooledArtifact } from './spooled-artifact.ts';

const textNames = [
  'artifact_list',
  'artifact_head',
  'artifact_tail',
  'artifact_grep',
  'artifact_cat',
  'artifact_byte_length',
  'artifact_line_count',
  'artifact_token_estimate',
];

const namesOf = (tools: ToolRegistry) => tools.all().map(({ name }) => name);

describe('forgeQueryTools', () => {
  it('[A2] gives no tool before there is an artifact, and then all that its kinds have', () => {
    expect(namesOf(forgeFor([record()]).tools)).toEqual([]);
    expect(namesOf(forgeFor([recordOf(byteArtifact('a'))]).tools)).toEqual(textNames);
    const csv = recordOf(byteArtifact('a', { mimeType: 'text/csv' }));
    expect(namesOf(forgeFor([csv]).tools)).toEqual([...textNames, 'csv_column']);
    expect(namesOf(CsvArtifact.forgeTools(forgeFor([csv]).ctx))).toEqual([...textNames, 'csv_column']);
    expect(namesOf(CsvArtifact.forgeTools(forgeFor([recordOf(byteArtifact('a'))]).ctx))).toEqual([]);
  });

  it('[A2] asks of bytes that are no text only how many there are', async () => {
    const image = recordOf(byteArtifact('123', { id: 'png', mimeType: 'image/png' }));
    const { tools, ask, fail } = forgeFor([image]);

    expect(namesOf(tools)).toEqual(['artifact_list', 'artifact_byte_length']);
    expect(await ask('artifact_byte_length', { artifacts: ['png'] })).toBe('3 bytes.');
    const { fail: failBoth } = forgeFor([image, recordOf(byteArtifact('text'))]);
    expect(await failBoth('artifact_head', { artifacts: ['png'] })).toBe(
      'artifact_head cannot be asked about artifact "png" (image/png), which is of another kind.',
    );
    expect(await fail('artifact_byte_length', { artifacts: ['a'] })).toContain('There is no artifact "a"');
  });

  it('[A2] makes tools that live for a dispatch, change nothing and are not trusted', () => {
    for (const tool of forgeFor([recordOf(byteArtifact('a'))]).tools.all()) {
      expect(isForgedTool(tool)).toBe(true);
      expect(tool).toMatchObject({
        ephemeral: true,
        onCollision: 'replace',
        trusted: false,
        effect: 'read',
        protected: false,
      });
    }
    expect(isForgedTool(weather())).toBe(false);
    expect(isForgedTool({ ...weather() })).toBe(false);
  });

  it('[A2] describes tools in the same bytes, whatever the artifacts are', () => {
    const one = forgeFor([recordOf(byteArtifact('a', { mimeType: 'text/csv' }))]);
    const other = forgeFor([
      recordOf(byteArtifact('b', { id: 'b' })),
      recordOf(byteArtifact('c', { id: 'c', mimeType: 'text/csv' })),
    ]);

    expect(JSON.stringify(other.tools.describe())).toBe(JSON.stringify(one.tools.describe()));
  });

  it('[A2] asks artifacts that came after the tools were made', async () => {
    const { ctx, ask } = forgeFor([recordOf(byteArtifact('first'))]);
    ctx.turnToolCalls.push(recordOf(byteArtifact('second', { id: 'later' }), { toolName: 'fetch' }));

    expect(await ask('artifact_cat', { artifacts: ['later'] })).toContain('\nsecond');
    expect(await ask('artifact_list')).toBe(
      '2 stored results.\n"a" from weather: text/plain, 5 bytes\n"later" from fetch: text/plain, 6 bytes',
    );
  });

  it('[A3] takes no answer of a query, and no call that failed, for an artifact', async () => {
    const forged = forgeFor([recordOf(byteArtifact('a'))]).tools.get('artifact_cat');
    const answer = recordOf(byteArtifact('answer', { id: 'answer' }), { tool: forged });
    const { fail, ask } = forgeFor([recordOf(byteArtifact('a')), answer]);

    expect(namesOf(forgeFor([answer]).tools)).toEqual([]);
    expect(await fail('artifact_cat', { artifacts: ['answer'] })).toContain('The ids are "a".');
    expect(await ask('artifact_list')).not.toContain('answer');
  });

  it('[A2] asks the instance that a tool gave, and makes one of what else the kind accepts', async () => {
    class Shouting extends CsvArtifact {
      override async column(): Promise<string[]> {
        return ['SHOUTED'];
      }
    }
    const given = new Shouting(byteArtifact('a,b', { id: 'given', mimeType: 'application/octet-stream' }));
    const { ask } = forgeFor([
      recordOf(given),
      recordOf(byteArtifact('a,b\nc,d', { id: 'made', mimeType: 'text/csv' })),
    ]);

    expect(await ask('csv_column', { artifacts: ['given'] })).toBe('SHOUTED');
    expect(await ask('csv_column', { artifacts: ['made'], column: 1 })).toBe('b,d');
    expect(await ask('artifact_cat', { artifacts: ['given'] })).toContain('\na,b');
  });

  it('[A2] works for every kind that a query was made for, whichever kind forged the tool', async () => {
    const calls = [
      recordOf(byteArtifact('plain')),
      recordOf(byteArtifact('x,y', { id: 'csv', mimeType: 'text/csv' })),
    ];
    const { ctx, fail } = forgeFor(calls);
    const cat = CsvArtifact.forgeTools(ctx).get('artifact_cat');

    expect(await cat?.executor(callContext)({ artifacts: ['a'] })).toContain('\nplain');
    expect(await fail('csv_column', { artifacts: ['a'] })).toContain('which is of another kind');
  });

  it('[A2] asks inherited questions of whatever a kind accepts, in the way of that kind', async () => {
    class LogArtifact extends SpooledArtifact {
      static override accepts({ artifact }: ArtifactCandidate): boolean {
        return artifact.mimeType.endsWith('/x-log');
      }

      override async lineCount(): Promise<number> {
        return 42;
      }
    }
    const calls = [
      recordOf(byteArtifact('text', { id: 'log', mimeType: 'application/x-log' })),
      recordOf(byteArtifact('text', { id: 'text-log', mimeType: 'text/x-log' })),
      recordOf(byteArtifact('text', { id: 'png', mimeType: 'image/png' })),
      recordOf(byteArtifact('text', { id: 'plain' })),
    ];
    for (const kinds of [[SpooledArtifact, LogArtifact], [LogArtifact, SpooledArtifact], [LogArtifact]]) {
      const { ask, fail } = forgeFor(calls, { kinds });

      expect(await ask('artifact_line_count', { artifacts: ['log'] })).toBe('42 lines.');
      expect(await ask('artifact_line_count', { artifacts: ['text-log'] })).toBe('42 lines.');
      expect(await ask('artifact_line_count', { artifacts: ['plain'] })).toBe('1 line.');
      expect(await fail('artifact_line_count', { artifacts: ['png'] })).toContain('another kind');
      expect(await ask('artifact_byte_length', { artifacts: ['png'] })).toBe('4 bytes.');
    }
  });

  it('checks the arguments of a query by its own schema, and those that all have', async () => {
    const { ask } = forgeFor([recordOf(byteArtifact('a', { mimeType: 'text/csv' }))]);
    const issuesOf = async (name: string, args: object) => {
      const error = await rejectionOf(ask(name, args));
      return 'issues' in error
        ? (error.issues as { path: unknown[] }[]).map(({ path }) => path.join('.'))
        : error;
    };

    expect(await issuesOf('csv_column', { column: -1 })).toEqual(['artifacts', 'column']);
    expect(await issuesOf('csv_column', { artifacts: [] })).toEqual(['artifacts']);
    expect(await issuesOf('artifact_grep', { artifacts: ['a'], context: 'x' })).toEqual([
      'context',
      'pattern',
    ]);
    expect(await issuesOf('artifact_cat', { artifacts: Array(17).fill('a') })).toEqual(['artifacts']);
    expect(await issuesOf('artifact_cat', { artifacts: 'a' })).toEqual(['artifacts']);
  });

  it('refuses kinds whose queries share a name, and bounds that are too small', () => {
    class Other extends SpooledArtifact {
      static override readonly queries = [
        defineQuery({ name: 'artifact_head', description: '', inputSchema: z.object({}), run: () => '' }),
      ];
    }
    const ctx = { tools: new ToolRegistry(), turnToolCalls: [] };

    expect(errorOf(() => forgeQueryTools([SpooledArtifact, Other], ctx)).message).toContain(
      '"artifact_head"',
    );
    for (const maxAnswerBytes of [255, 300.5, Number.NaN]) {
      expect(errorOf(() => SpooledArtifact.forgeTools(ctx, { maxAnswerBytes }))).toMatchObject({
        code: 'E_INVALID_OPTION',
        context: { option: 'maxAnswerBytes' },
      });
    }
  });
});

describe('a tool of the user', () => {
  const mine = weather({ name: 'artifact_grep' });

  it('[A2] is never taken for a forged one, and stays where registries are merged', () => {
    const calls = [recordOf(byteArtifact('a'))];
    const main = new ToolRegistry([mine, weather()]);
    const forged = SpooledArtifact.forgeTools({ tools: main, turnToolCalls: calls });

    expect(forged.has('artifact_grep')).toBe(false);
    expect(forged.has('artifact_cat')).toBe(true);
    for (const onCollision of ['throw', 'replace', 'keep'] as const) {
      expect(ToolRegistry.merge([main, forged], { onCollision }).get('artifact_grep')).toBe(mine);
    }
  });

  it('[A2] keeps its name from the list too, and from queries of all kinds', () => {
    const tools = new ToolRegistry([weather({ name: 'artifact_list' }), weather({ name: 'csv_column' })]);
    const calls = [recordOf(byteArtifact('a', { mimeType: 'text/csv' }))];
    const forged = forgeQueryTools([SpooledArtifact, CsvArtifact], { tools, turnToolCalls: calls });

    expect(namesOf(forged)).toEqual(textNames.slice(1));
  });

  it('[A2] is no obstacle for tools that are forged again: they take the place of the old ones in silence', () => {
    const calls = [recordOf(byteArtifact('a'))];
    const forge = (tools: ToolRegistry) => SpooledArtifact.forgeTools({ tools, turnToolCalls: calls });
    const first = ToolRegistry.merge([new ToolRegistry([mine]), forge(new ToolRegistry([mine]))]);
    const again = forge(first);
    const second = ToolRegistry.merge([first, again]);

    expect(namesOf(second)).toEqual(namesOf(first));
    expect(second.get('artifact_cat')).toBe(again.get('artifact_cat'));
    expect(second.get('artifact_grep')).toBe(mine);
    second.pruneEphemeral();
    expect(namesOf(second)).toEqual(['artifact_grep']);
  });
});

describe('a kind or query that breaks its promise', () => {
  const broken = () => {
    throw new Error('boom');
  };

  it('[A2] costs its own queries and no others', async () => {
    class Broken extends SpooledArtifact {
      static override readonly queries = [
        ...super.queries,
        defineQuery({ name: 'broken_kind', description: '', inputSchema: z.object({}), run: () => '' }),
      ];

      static override accepts = broken;
    }
    const { tools, ask } = forgeFor([recordOf(byteArtifact('one'))], { kinds: [SpooledArtifact, Broken] });

    expect(namesOf(tools)).toEqual(textNames);
    expect(await ask('artifact_cat', { artifacts: ['a'] })).toContain('\none');
  });

  it('[A2] cannot be asked about an artifact that it does not say a word about', async () => {
    class Kind extends SpooledArtifact {
      static override readonly queries = [
        ...super.queries,
        defineQuery({
          name: 'broken_query',
          description: '',
          inputSchema: z.object({}),
          accepts: broken,
          run: () => '',
        }),
      ];
    }
    const image = recordOf(byteArtifact('123', { mimeType: 'image/png' }));

    expect(namesOf(forgeFor([image], { kinds: [Kind] }).tools)).toEqual([]);
    expect(namesOf(forgeFor([image], { kinds: [Kind, SpooledArtifact] }).tools)).toEqual([
      'artifact_list',
      'artifact_byte_length',
    ]);
    const { fail } = forgeFor([recordOf(byteArtifact('one'))], { kinds: [Kind] });
    expect(await fail('broken_query', { artifacts: ['a'] })).toContain('which is of another kind');
  });
});
