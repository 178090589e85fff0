import type { ChangeOptions } from '../catalog-options.ts';
import type { CatalogWriter } from '../catalog-writer.ts';
import type { ChangeMark } from '../change-plan.ts';
import { describe, FieldReader } from '../field-reader.ts';
import { doWithPauses, mapInPieces } from '../pieces.ts';
import { readChangeOptions, refuseOption } from '../read-catalog-options.ts';
import type { ToolVersion } from '../tool-state.ts';
import { checkCounter } from './count-tokens.ts';
import { findLookAlikes } from './find-look-alikes.ts';
import { findRefusedTexts } from './lint-overrides.ts';
import { planChanges } from './plan-changes.ts';
import { isSameContent, markOf, putRevision } from './put-revision.ts';
import { readToolsetDefinition } from './read-toolset-definition.ts';
import { readToolsetPlan } from './read-toolset-plan.ts';
import { resolveContent, resolvePlan } from './resolve-content.ts';
import { findLostPins, type ToolLookup } from './resolve-toolset.ts';
import { shownName } from './shown-spec.ts';
import type { AppliedToolset, ToolsetDefinition, ToolsetEntry } from './toolset.ts';
import { toolsetKey } from './toolset-document.ts';
import { invalidToolset, nothingBefore, refuseToolset, toolsetNotFound } from './toolset-errors.ts';
import {
  type GetToolsetOptions,
  type RollbackOptions,
  readGetOptions,
  readRollbackOptions,
} from './toolset-options.ts';
import type { ToolsetPlan, ToolsetPlanOptions } from './toolset-plan.ts';
import { ToolsetReader } from './toolset-reader.ts';
import { formatToolset, parseToolset } from './toolset-text.ts';

const NO_VERSIONS: readonly ToolVersion[] = Object.freeze([]);

/**
 * The toolsets of a tenant: named selections of its tools, with the exact version of each, and with descriptions, names and
 * policies of their own. They change by plans, and keep what they were: the last 100 revisions of each.
 *
 * Reads answer at once, from the replica; methods that change something reject with `E_STORE_…` when the store does,
 * and with `E_CATALOG_CLOSED` after `close()` of the catalogue. `sealCatalog()` brings a toolset and code together.
 */
export class Toolsets {
  readonly #writer: CatalogWriter;
  readonly #reader: ToolsetReader;
  readonly #lookup: ToolLookup;

  static {
    // As of the catalogue: who can edit it can hand out tools that nobody has reviewed.
    Object.freeze(Toolsets.prototype);
  }

  /** @internal */
  constructor(writer: CatalogWriter) {
    this.#writer = writer;
    this.#reader = new ToolsetReader(writer.replica);
    this.#lookup = {
      stateOf: (name) => writer.replica.stateOf(name),
      documentOf: (key) => writer.replica.document(key),
      now: writer.now,
      rules: writer.rules,
      answers: writer.answers,
      digests: writer.replica.digests,
      looks: writer.replica.looks,
      orders: writer.replica.orders,
    };
    Object.freeze(this);
  }

  /** The current revision of every toolset, by name in code-unit order. */
  list(): readonly AppliedToolset[] {
    return Object.freeze(this.#reader.list());
  }

  /** The current revision of a toolset, or another one; undefined if there is none. */
  get(name: string, options: GetToolsetOptions = {}): AppliedToolset | undefined {
    const { revision } = readGetOptions(options);
    return this.#reader.get(readName(name), revision);
  }

  /** Every revision of a toolset that is kept, the current one last; empty if there is no such toolset. */
  revisions(name: string): readonly AppliedToolset[] {
    const numbers = this.#reader.numbers(readName(name));
    return Object.freeze(numbers.flatMap((revision) => this.#reader.get(name, revision) ?? []));
  }

  /**
   * What applying a definition would do now: which version each tool gets, and how that differs from the current revision
   * for models, for calls, and in tokens. Nothing changes.
   *
   * @throws ConfigError `E_INVALID_TOOLSET` with `context.path` if the definition is malformed, and with all tools that
   * cannot be had, or clash, in `context.problems`.
   */
  plan(definition: ToolsetDefinition, options: ToolsetPlanOptions = {}): ToolsetPlan {
    const countTokens = checkCounter(
      new FieldReader(options, ['countTokens'], refuseOption).get('countTokens'),
    );
    const read = readToolsetDefinition(definition, refuseToolset);
    const { content, problems } = resolveContent(read, this.#lookup);
    if (problems.length > 0) throw invalidToolset(read.name, problems);
    const current = this.#reader.get(read.name);
    return Object.freeze({
      definition: read,
      pins: content.pins,
      ...(current && { from: fromOf(current) }),
      to: Object.freeze({ setDigest: content.setDigest }),
      ...planChanges(current, content, { ...this.#lookup, countTokens }),
      isEmpty: current !== undefined && isSameContent(current, content),
    });
  }

  /**
   * Finds out, with pauses, what takes long of planning a definition, such as the order of thousands of versions: `plan` and
   * `apply` are quick then, for as long as the tools stay as they are. A catalog without pauses does it at once.
   *
   * @throws ConfigError `E_INVALID_TOOLSET` with `context.path` if the definition is malformed.
   */
  async prepare(definition: ToolsetDefinition): Promise<void> {
    const { tools } = readToolsetDefinition(definition, refuseToolset);
    const { stateOf, looks, orders } = this.#lookup;
    const look = (entry: ToolsetEntry) => {
      looks.remember(shownName(entry));
      if (entry.range !== undefined && entry.range !== 'latest')
        orders.of(stateOf(entry.tool)?.versions ?? NO_VERSIONS);
    };
    await doWithPauses(mapInPieces(tools, look), this.#writer.answers.pause);
  }

  /**
   * Makes what was planned the current revision, if planning would give the same now. An empty plan changes nothing, and
   * answers the current revision.
   *
   * @throws ToolcribError `E_PLAN_STALE` if the toolset or the versions of its tools have changed since; nothing has changed.
   * @throws ConfigError `E_INVALID_TOOLSET` with `context.path` for what is no plan.
   */
  async apply(plan: ToolsetPlan, options: ChangeOptions = {}): Promise<AppliedToolset> {
    const read = readToolsetPlan(plan);
    const mark = this.#mark(readChangeOptions(options));
    return await this.#writer.change(mark, (change) => {
      const content = resolvePlan(read, this.#reader.get(read.definition.name), this.#lookup);
      return putRevision(change, this.#reader, { type: 'toolset-applied', content, mark });
    });
  }

  /**
   * Makes the content of an earlier revision, to the very versions of its tools, the current one again, as a new revision.
   * If the current one has that content already nothing changes. Tools that are disabled or in quarantine may be part of it:
   * they are left out when they are used.
   *
   * @throws ToolcribError `E_TOOLSET_NOT_FOUND`.
   * @throws ConfigError `E_INVALID_TOOLSET` if a version is not in the catalogue any more, or not with the same content.
   */
  async rollback(name: string, options: RollbackOptions = {}): Promise<AppliedToolset> {
    readName(name);
    const { to, ...given } = readRollbackOptions(options);
    const mark = this.#mark(given);
    return await this.#writer.change(mark, (change) => {
      const { revision, definition, pins, setDigest } = this.#findEarlier(name, to);
      const problems = findLostPins(pins, this.#lookup);
      if (problems.length > 0) throw invalidToolset(name, problems);
      const content = { definition, pins, setDigest };
      return putRevision(change, this.#reader, {
        type: 'toolset-rolled-back',
        content,
        mark,
        rolledBackTo: revision,
      });
    });
  }

  /** Removes a toolset with all its revisions; answers whether there was one. Seals that were made of it stay. */
  async remove(name: string, options: ChangeOptions = {}): Promise<boolean> {
    readName(name);
    return await this.#writer.change(this.#mark(readChangeOptions(options)), (change) => {
      const [current, ...others] = [...this.#reader.numbers(name)].reverse();
      if (current === undefined) return false;
      for (const revision of others) change.putDocument(toolsetKey(name, revision), undefined);
      const applied = this.#reader.get(name, current);
      change.setDocument('toolset-removed', {
        name,
        key: toolsetKey(name, current),
        after: undefined,
        from: applied && markOf(applied),
      });
      return true;
    });
  }

  /**
   * The current revision as text, for a file that is reviewed and imported elsewhere: definition, versions and set digest, but
   * not when, by whom, or which revision. The same content is the same bytes.
   *
   * @throws ToolcribError `E_TOOLSET_NOT_FOUND`.
   */
  export(name: string): string {
    const current = this.#reader.get(readName(name));
    if (current === undefined) throw toolsetNotFound(name);
    return formatToolset(current);
  }

  /**
   * Makes an exported toolset the current revision here, to the very versions of its tools, which must be in this catalogue
   * with the same content. If it is that already nothing changes.
   *
   * @throws ConfigError `E_INVALID_TOOLSET` with `context.path` if the text is malformed or its set digest is wrong, and with
   * the tools that are not here in `context.problems`.
   */
  async import(text: string, options: ChangeOptions = {}): Promise<AppliedToolset> {
    const content = parseToolset(text);
    const { definition, pins } = content;
    const lookAlikes = findLookAlikes(definition.tools, this.#lookup.looks);
    const mark = this.#mark(readChangeOptions(options));
    return await this.#writer.change(mark, (change) => {
      const problems = [
        ...lookAlikes,
        ...findLostPins(pins, this.#lookup),
        ...findRefusedTexts(content, this.#lookup),
      ];
      if (problems.length > 0) throw invalidToolset(definition.name, problems);
      return putRevision(change, this.#reader, { type: 'toolset-applied', content, mark });
    });
  }

  #findEarlier(name: string, to: number | undefined): AppliedToolset {
    const numbers = this.#reader.numbers(name);
    if (numbers.length === 0) throw toolsetNotFound(name);
    const revision = to ?? numbers.at(-2);
    if (revision === undefined) throw nothingBefore(name);
    const earlier = this.#reader.get(name, revision);
    if (earlier === undefined) throw toolsetNotFound(name, revision);
    return earlier;
  }

  #mark(given: Omit<ChangeMark, 'at'>): ChangeMark {
    return { ...given, at: this.#writer.time() };
  }
}

/** A name that is asked for; one that there cannot be is not refused. */
function readName(name: unknown): string {
  return typeof name === 'string' ? name : refuseOption('name', `must be a text, not ${describe(name)}`);
}

function fromOf({ revision, setDigest }: AppliedToolset): NonNullable<ToolsetPlan['from']> {
  return Object.freeze({ revision, setDigest });
}
