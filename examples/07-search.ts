/**
 * The right tools out of 5,000: search with reasons, only in what a caller may see, a selection that fits a budget of tokens, and a
 * model that looks for its tools itself, through the real SDK of Anthropic and through two tools that work with every model. The
 * model is a script, so nothing leaves this machine. Run it with `npm run build && node examples/07-search.ts`. It checks everything
 * that it shows and fails if anything is not so.
 */
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { createToolRegistry } from 'toolcrib';
import { estimateTokens } from 'toolcrib/providers';
import { anthropicExecutor, renderTools } from 'toolcrib/providers/anthropic';
import { allow, createRuntime, deny, type Policy, type PolicyQuestion } from 'toolcrib/runtime';
import { createToolSearch, selectTools, toolFinder } from 'toolcrib/search';
import { createScriptedModel } from 'toolcrib/testing';
import { createTurnRunner } from 'toolcrib/turns';
import { companyTools } from './lib/company-tools.ts';
import { heading, say, table } from './lib/print.ts';
import { scriptedFetch } from './lib/scripted-anthropic.ts';

const called: string[] = [];
const tools = companyTools((name) => {
  called.push(name);
  return `${name}: done`;
});
const registry = createToolRegistry(tools);
const request =
  'Please put the invoice 4711 on hold until Friday, it is the one of our office in Sweden (SE).';

// 1. Search, with reasons.

heading(`A request, and ${registry.size.toLocaleString('en')} tools`);
say('the request', request);
const runtime = createRuntime({ resolver: registry });
const search = createToolSearch(runtime);
const hits = await search.search(request, { limit: 4, explain: true });
table(
  ['score', 'tool', 'because of'],
  hits.map(({ tool, score, explanation }) => [
    score.toFixed(3),
    tool.name,
    explanation?.words.map(({ word, fields }) => `${word} (${fields[0]})`).join(', ') ?? '',
  ]),
);
assert.equal(hits[0]?.tool.name, 'se_hold_invoice');
const misspelt = await search.search('put invioce on hld in sweeden, se', { limit: 1 });
assert.equal(misspelt[0]?.tool.name, 'se_hold_invoice');

// 2. What a caller may not see is not found, and changes nothing.

heading('Only what a caller may see');
const byCountry = ({ tool, caller }: PolicyQuestion) =>
  caller.scopes?.includes(tool.name.slice(0, 2)) ? allow() : deny('another country');
const policy: Policy = Object.assign(byCountry, { isByScopes: true });
const restricted = createRuntime({ resolver: registry, policy });
const german = { id: 'hans', scopes: ['eu'] };
const theirs = await createToolSearch(restricted).search(request, { caller: german, limit: 1 });
say(`${german.id}, for EU only`, `finds ${theirs[0]?.tool.name}`);
assert.equal(theirs[0]?.tool.name, 'eu_hold_invoice');

// 3. As many tools as a budget allows, for a provider.

heading('A selection that fits');
const selection = await selectTools(search, { query: request, budgetTokens: 1_500, render: renderTools });
say(
  `at most ${selection.budgetTokens} tokens`,
  `${selection.tools.length} tools in ${selection.tokens} tokens, the best first`,
);
assert.ok(selection.tokens <= 1_500 && selection.tools.length >= 5);
assert.equal(selection.tools[0]?.name, 'se_hold_invoice');

// 4. A model that looks for its tools itself. What is sent is what counts.

heading('A model that looks for its tools');
const sent: { readonly tools: readonly { readonly name: string; readonly defer_loading?: boolean }[] }[] = [];
const answers = scriptedFetch([
  { text: '', calls: [{ name: 'search_tools', input: '{"query":"put an invoice on hold in SE"}' }] },
  { text: '', calls: [{ name: 'se_hold_invoice', input: '{"id":"4711","until":"2027-01-29"}' }] },
  { text: 'Invoice 4711 is on hold until Friday.' },
]);
const client = new Anthropic({
  apiKey: 'none',
  fetch: (url, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return answers(url, init);
  },
});
const runner = createTurnRunner({
  executor: anthropicExecutor(client, { model: 'scripted', maxTokens: 1024 }),
  tools: registry,
  discovery: { finder: toolFinder(), pinned: ['se_get_invoice'], limit: 3 },
});
const result = await runner.run(request);
assert.equal(result.status, 'done', result.error?.message);
assert.deepEqual(called, ['se_hold_invoice']);
say('found', result.foundTools.join(', '));
say('called', called.join(', '));

const all = tokensOf(renderTools(tools.map((tool) => tool.describe())).tools);
const perRequest = sent.map((body) => body.tools);
table(
  ['request', 'tools sent', 'tokens in the context', 'saved'],
  perRequest.map((list, at) => {
    // Deferred tools are in the context from the result on that refers to them.
    const tokens = tokensOf(list);
    return [
      String(at + 1),
      String(list.length),
      String(tokens),
      `${(100 - (100 * tokens) / all).toFixed(2)} %`,
    ];
  }),
);
say('all tools, in each request', `${all.toLocaleString('en')} tokens`);
const budget = 2_000;
for (const list of perRequest) assert.ok(tokensOf(list) <= budget, `more than ${budget} tokens of tools`);
const [first, second, third] = perRequest.map((list) => list.filter((tool) => tool.defer_loading !== true));
assert.deepEqual(second, first);
assert.deepEqual(third, first);

// 5. With any other model: two tools, whose list never changes.

heading('The same with a model whose provider loads no tools');
const steps = createScriptedModel([
  { calls: [{ tool: 'search_tools', args: { query: 'put an invoice on hold in SE', limit: 1 } }] },
  { calls: [{ tool: 'call_tool', args: { tool: 'se_hold_invoice', arguments: { id: '4711' } } }] },
  { text: 'Done.' },
]);
const other = createTurnRunner({ executor: steps, tools: registry, discovery: { finder: toolFinder() } });
const repeated = await other.run(request);
assert.equal(repeated.status, 'done', repeated.error?.message);
assert.equal(repeated.records[1]?.toolName, 'se_hold_invoice');
say('records', repeated.records.map(({ toolName, status }) => `${toolName} ${status}`).join(', '));

function tokensOf(list: readonly unknown[]): number {
  return list.reduce<number>((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
}
