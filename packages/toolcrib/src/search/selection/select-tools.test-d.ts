import { describe, it } from 'vitest';
import type { ModelMessage, Runtime } from '../../runtime/index.ts';
import { createCatalogSearch, createToolSearch, selectTools } from '../index.ts';

declare const runtime: Runtime;
declare const catalog: Parameters<typeof createCatalogSearch>[0];
declare const messages: readonly ModelMessage[];

describe('selectTools', () => {
  it('takes either a query or messages', () => {
    const search = createToolSearch(runtime);

    void selectTools(search, { query: 'refund', budgetTokens: 100 });
    void selectTools(search, { messages, budgetTokens: 100, limit: 5 });
    void selectTools(search, { query: undefined, messages, budgetTokens: 100 });
    // @ts-expect-error nothing is to be done
    void selectTools(search, { budgetTokens: 100 });
    // @ts-expect-error one of them is too much
    void selectTools(search, { query: 'refund', messages, budgetTokens: 100 });
    // @ts-expect-error a number of tokens is required
    void selectTools(search, { query: 'refund' });
    // @ts-expect-error no such option
    void selectTools(search, { query: 'refund', budgetTokens: 100, budget: 7 });
  });

  it('takes a search that finds tools', () => {
    // @ts-expect-error a search of a catalogue finds registrations
    void selectTools(createCatalogSearch(catalog), { query: 'refund', budgetTokens: 100 });
  });
});

describe('the conditions of a list', () => {
  it('are no pages of it', () => {
    const search = createCatalogSearch(catalog);

    void search.search('refund', { list: { tag: 'billing', status: 'any' } });
    // @ts-expect-error it would be cut before anything is ranked
    void search.search('refund', { list: { limit: 5 } });
    // @ts-expect-error it would be cut before anything is ranked
    void search.search('refund', { list: { after: 'a' } });
  });
});
