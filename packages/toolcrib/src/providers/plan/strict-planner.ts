import type { ToolDescription } from '../../core/tool.ts';
import type { SchemaChange, SchemaCost, Translation, TranslationOutcome } from '../dialect/dialect.ts';
import type { ProviderRules, StrictBudget, StrictRules } from './provider-rules.ts';
import type { Budget, StrictReport } from './tool-report.ts';
import type { TranslateSchema } from './translate-for.ts';

/** Which tools are strict, and what that takes of the budgets. */
export interface StrictPlan {
  /** The schemas of those that are. */
  readonly translations: ReadonlyMap<string, Translation>;
  readonly reports: ReadonlyMap<string, StrictReport>;
  readonly budgets: Readonly<Record<string, Budget>>;
}

interface StrictInput {
  readonly rules: ProviderRules;
  readonly mode: 'off' | 'exact' | 'shape';
  readonly translate: TranslateSchema;
  /** Tools that were strict before stay so, and others do not become so: their bytes are cached. */
  readonly after?: StrictPlan | undefined;
  /** What others of the same request have taken already. */
  readonly spent?: StrictPlan['budgets'] | undefined;
}

const words: Readonly<Record<string, string>> = {
  tools: 'strict tools',
  optionalParameters: 'optional parameters',
  unions: 'unions',
  properties: 'properties',
  depth: 'levels',
  enumValues: 'values of enums',
  textLength: 'characters of names and values',
} satisfies Record<'tools' | keyof SchemaCost, string>;

/** Spends the budgets of strict tools on those that come first. A tool that does not fit is passed over. */
export function planStrict(
  ranked: readonly ToolDescription[],
  { rules, mode, translate, after, spent = {} }: StrictInput,
): StrictPlan {
  const { strict } = rules;
  if (mode === 'off' || strict === undefined)
    return { translations: new Map(), reports: new Map(), budgets: {} };
  const translations = new Map<string, Translation>();
  const reports = new Map<string, StrictReport>();
  const purse = new Purse(strict.budget, spent);
  const candidates = ranked.map(({ name, inputSchema }) => ({
    name,
    outcome: translate(inputSchema, strict.dialect, mode),
  }));
  for (const { name, outcome } of after === undefined ? candidates : keepFirst(candidates, after)) {
    const reasons = outcome.ok ? exceed(outcome.translation.cost, strict) : outcome.reasons;
    if (!outcome.ok || reasons.length > 0) {
      reports.set(name, { status: 'ineligible', reasons });
      continue;
    }
    const { cost } = outcome.translation;
    const before = after?.reports.get(name);
    const shortOf = before?.status === 'demoted' ? before.reason : purse.findShortage(cost);
    if (shortOf !== undefined) {
      reports.set(name, { status: 'demoted', reason: shortOf });
      continue;
    }
    purse.spend(cost);
    translations.set(name, outcome.translation);
    reports.set(name, { status: 'strict', cost });
  }
  return { translations, reports, budgets: purse.toBudgets() };
}

/** A tool, and its schema in the strict dialect. */
interface Candidate {
  readonly name: string;
  readonly outcome: TranslationOutcome;
}

/** Tools that were strict and have not changed, then those that were there in another form, then the others. */
function keepFirst(candidates: readonly Candidate[], after: StrictPlan): Candidate[] {
  const placeOf = ({ name, outcome }: Candidate) => {
    const before = after.translations.get(name);
    const isSame =
      outcome.ok && JSON.stringify(before?.schema) === JSON.stringify(outcome.translation.schema);
    return isSame ? 0 : after.reports.has(name) ? 1 : 2;
  };
  return [...candidates].sort((left, right) => placeOf(left) - placeOf(right));
}

/** The limits of one tool that a schema breaks. */
function exceed(cost: SchemaCost, { limits }: StrictRules): SchemaChange[] {
  return Object.entries(limits).flatMap(([name, limit]) => {
    const used = cost[name as keyof SchemaCost];
    if (used <= limit) return [];
    const detail = `It has ${used} ${words[name]}; ${limit} are allowed.`;
    return [{ pointer: '', keyword: '', action: 'refused' as const, detail }];
  });
}

/** What is left of the budgets of a request. */
class Purse {
  readonly #limits: readonly (readonly [name: string, limit: number])[];
  readonly #used = new Map<string, number>();

  constructor(budget: StrictBudget, spent: StrictPlan['budgets']) {
    this.#limits = Object.entries(budget);
    for (const [name, { used }] of Object.entries(spent)) this.#used.set(name, used);
  }

  /** Why a tool does not fit, if it does not. */
  findShortage(cost: SchemaCost): string | undefined {
    for (const [name, limit] of this.#limits) {
      const used = this.#used.get(name) ?? 0;
      const price = priceOf(cost, name);
      if (price === 0 || used + price <= limit) continue;
      return `It takes ${price} of the ${limit} ${words[name]} that strict tools may have; ${used} are taken.`;
    }
    return undefined;
  }

  spend(cost: SchemaCost): void {
    for (const [name] of this.#limits) {
      this.#used.set(name, (this.#used.get(name) ?? 0) + priceOf(cost, name));
    }
  }

  toBudgets(): Record<string, Budget> {
    return Object.fromEntries(
      this.#limits.map(([name, limit]) => [name, { used: this.#used.get(name) ?? 0, limit }]),
    );
  }
}

function priceOf(cost: SchemaCost, name: string): number {
  return name === 'tools' ? 1 : cost[name as keyof SchemaCost];
}
