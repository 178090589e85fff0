import type {
  CatalogEvent,
  CatalogEventType,
  DeprecatedUse,
  Deprecation,
  Quarantine,
  ToolRegistration,
  ToolRegistrySnapshot,
  ToolSpec,
  VersionMark,
  VersionRequest,
} from '../../packages/toolcrib/src/catalog/index.ts';
import { differencesOf, isSameContent, markOf, orderFields } from './model-spec.ts';
import { filterListed, findWanted, type ModelTool, type ModelVersion } from './model-tool.ts';
import { INVALID_RANGE } from './model-versions.ts';
import { type Occasion, type Operation, type Outcome, toText } from './operation.ts';

type Change = Extract<Operation, { name: string }>;

/** What a catalogue refuses. */
class Refusal extends Error {
  readonly code: string;
  readonly context: object;

  constructor(code: string, context: object) {
    super(code);
    this.code = code;
    this.context = context;
  }
}

/**
 * What a catalogue does, as the contract has it, in the simplest way: one tenant, one process, no store. It shares no
 * code with the catalogue. Tools and quarantines are apart, because a quarantine belongs to a name.
 */
export class CatalogModel {
  #tools = new Map<string, ModelTool>();
  #quarantines = new Map<string, Quarantine>();
  #uses = new Map<string, DeprecatedUse>();
  #events: CatalogEvent[] = [];
  #occasion: Occasion = { time: 0, by: undefined, reason: undefined };

  /** A model that goes its own way from here. */
  copy(): CatalogModel {
    const copy = new CatalogModel();
    copy.#tools = new Map(this.#tools);
    copy.#quarantines = new Map(this.#quarantines);
    copy.#uses = new Map(this.#uses);
    copy.#events = [...this.#events];
    return copy;
  }

  get events(): readonly CatalogEvent[] {
    return this.#events;
  }

  get uses(): readonly DeprecatedUse[] {
    return [...this.#uses].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, use]) => use);
  }

  perform(operation: Operation, occasion: Occasion): Outcome {
    this.#occasion = occasion;
    try {
      return { isError: false, text: toText(this.#answer(operation)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { isError: true, text: toText({ code: error.code, context: error.context }) };
    }
  }

  snapshot(): ToolRegistrySnapshot {
    const tools = this.#registrations().map((registration) => {
      const { name, version } = registration.spec;
      const versions = this.#tools.get(name)?.versions ?? [];
      return {
        ...registration,
        revision: versions.findIndex(({ spec }) => spec.version === version) + 1,
        history: versions.filter(({ spec }) => spec.version !== version),
      };
    });
    const names = [...this.#quarantines].filter(([name]) => !this.#tools.has(name)).toSorted(byName);
    return {
      snapshotVersion: 1,
      tools,
      quarantinedNames: names.map(([name, quarantine]) => ({ name, quarantine })),
      documents: [],
    };
  }

  #answer(operation: Operation): unknown {
    switch (operation.kind) {
      case 'register':
        return this.#registerAll([operation.spec])[0];
      case 'registerAll':
        return this.#registerAll(operation.specs);
      case 'restore':
        return this.#restore(operation.snapshot);
      case 'quarantine':
        return this.#quarantine(operation.name, operation.reason);
      case 'release':
        return this.#release(operation.name);
      case 'remove':
        return this.#remove(operation.name);
      case 'get':
        return this.#get(operation.name, operation.wanted);
      case 'list':
        return filterListed(this.#registrations(), operation.options ?? {});
      case 'versions':
        return (this.#tools.get(operation.name)?.versions ?? []).map((version) => {
          const { spec, ...rest } = version;
          return { spec, digest: markOf(spec).digest, ...rest };
        });
      case 'resolve':
        return this.#resolve(operation);
      case 'deprecatedUses':
        return this.uses;
      case 'events':
        return this.#events.slice(operation.after, operation.after + operation.limit);
      case 'snapshot':
        return this.snapshot();
      default:
        return this.#changeTool(operation);
    }
  }

  #registerAll(specs: readonly ToolSpec[]): readonly ToolRegistration[] {
    const bad = specs.findIndex(({ inputSchema }) => inputSchema === undefined);
    if (bad !== -1) {
      const place = specs.length > 1 ? { index: bad } : {};
      throw new Refusal('E_INVALID_SPEC', { toolName: specs[bad]?.name, field: 'inputSchema', ...place });
    }
    const attempt = this.copy();
    attempt.#occasion = this.#occasion;
    const conflicts = specs.flatMap((spec) => attempt.#register(orderFields(spec)));
    if (conflicts.length > 0) throw new Refusal('E_VERSION_CONFLICT', { ...conflicts[0], conflicts });
    this.#tools = attempt.#tools;
    this.#events = attempt.#events;
    return specs.map(({ name, version }) => this.#registration(name, version));
  }

  /** Answers the conflict if there is one. */
  #register(spec: ToolSpec): readonly object[] {
    const { name, version } = spec;
    const tool = this.#tools.get(name);
    const published = tool?.versions.find((other) => other.spec.version === version);
    if (published !== undefined && !isSameContent(published.spec, spec)) {
      return [{ toolName: name, version: version ?? null, differences: differencesOf(published.spec, spec) }];
    }
    if (published !== undefined && tool?.current === version) return [];
    const isEnabled = true;
    const added = published === undefined ? [{ spec, createdAt: this.#at() }] : [];
    this.#tools.set(name, {
      isEnabled,
      current: version,
      versions: [...(tool?.versions ?? []), ...added],
    });
    const type = published !== undefined ? 'tool-reactivated' : tool ? 'tool-updated' : 'tool-created';
    this.#tell(type, name, { to: markOf(spec), from: this.#currentMark(tool) });
    return [];
  }

  #changeTool(change: Exclude<Change, { kind: 'quarantine' | 'release' | 'remove' }>): ToolRegistration {
    const { name } = change;
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new Refusal('E_TOOL_NOT_FOUND', { toolName: name });
    switch (change.kind) {
      case 'setEnabled': {
        const { enabled } = change;
        if (tool.isEnabled === enabled) break;
        this.#tools.set(name, { ...tool, isEnabled: enabled });
        this.#tell(enabled ? 'tool-enabled' : 'tool-disabled', name, {
          to: this.#currentMark(tool),
        });
        break;
      }
      case 'deprecate':
        this.#occasion = { ...this.#occasion, reason: change.deprecation.message };
        return this.#setDeprecation(name, change.version, change.deprecation);
      case 'undeprecate':
        return this.#setDeprecation(name, change.version, undefined);
      default:
        throw new Error(`There is no model of ${change.kind}.`);
    }
    return this.#registration(name, tool.current);
  }

  #setDeprecation(
    name: string,
    wanted: string | null | undefined,
    deprecation: Deprecation | undefined,
  ): ToolRegistration {
    const tool = this.#tools.get(name) as ModelTool;
    const version = wanted === undefined ? tool.current : (wanted ?? undefined);
    const found = tool.versions.find(({ spec }) => spec.version === version);
    if (found === undefined) throw this.#versionNotFound(name, { version: wanted ?? null });
    if (toText(found.deprecation) !== toText(deprecation)) {
      const { spec, createdAt } = found;
      const changed = { spec, createdAt, ...(deprecation && { deprecation }) };
      const versions = tool.versions.map((other) => (other === found ? changed : other));
      this.#tools.set(name, { ...tool, versions });
      this.#tell(deprecation ? 'tool-deprecated' : 'tool-undeprecated', name, { to: markOf(spec) });
    }
    return this.#registration(name, version);
  }

  /** Of a name, whether there is a tool or not. */
  #quarantine(name: string, reason: string): ToolRegistration | undefined {
    const tool = this.#tools.get(name);
    if (!this.#quarantines.has(name)) {
      const { by } = this.#occasion;
      this.#quarantines.set(name, { reason, since: this.#at(), ...(by !== undefined && { by }) });
      this.#occasion = { ...this.#occasion, reason };
      this.#tell('tool-quarantined', name, { to: this.#currentMark(tool) });
    }
    return tool && this.#registration(name, tool.current);
  }

  #release(name: string): ToolRegistration | undefined {
    const tool = this.#tools.get(name);
    const wasQuarantined = this.#quarantines.delete(name);
    if (!wasQuarantined && tool === undefined) throw new Refusal('E_TOOL_NOT_FOUND', { toolName: name });
    if (wasQuarantined) this.#tell('tool-released', name, { to: this.#currentMark(tool) });
    return tool && this.#registration(name, tool.current);
  }

  #remove(name: string): boolean {
    const tool = this.#tools.get(name);
    if (tool === undefined) return false;
    this.#tools.delete(name);
    this.#tell('tool-removed', name, { from: this.#currentMark(tool) });
    return true;
  }

  #restore({ tools, quarantinedNames }: ToolRegistrySnapshot): undefined {
    const before = this.copy();
    const names = [...new Set([...before.#tools.keys(), ...before.#quarantines.keys()])].toSorted();
    this.#tools = new Map(
      tools.map(({ spec, createdAt, enabled, deprecation, revision, history }) => {
        const versions: ModelVersion[] = [...history];
        versions.splice(revision - 1, 0, { spec, createdAt, ...(deprecation && { deprecation }) });
        return [spec.name, { isEnabled: enabled, current: spec.version, versions }];
      }),
    );
    this.#quarantines = new Map(quarantinedNames.map(({ name, quarantine }) => [name, quarantine]));
    for (const { spec, quarantine } of tools) if (quarantine) this.#quarantines.set(spec.name, quarantine);
    for (const name of names) {
      const tool = before.#tools.get(name);
      if (this.#tools.has(name) || this.#quarantines.has(name)) continue;
      this.#tell(tool ? 'tool-removed' : 'tool-released', name, {
        from: this.#currentMark(tool),
      });
    }
    const wanted = [...new Set([...this.#tools.keys(), ...this.#quarantines.keys()])].toSorted();
    for (const name of wanted) {
      if (this.#textOf(name) === before.#textOf(name)) continue;
      const [tool, old] = [this.#tools.get(name), before.#tools.get(name)];
      const to = this.#currentMark(tool);
      const from = this.#currentMark(old);
      this.#tell('tool-restored', name, { to, from: toText(from) === toText(to) ? undefined : from });
    }
  }

  #get(name: string, wanted: VersionRequest | undefined): ToolRegistration | undefined {
    if (wanted !== undefined && 'range' in wanted && wanted.range === INVALID_RANGE) {
      throw new Refusal('E_INVALID_OPTION', { option: 'range' });
    }
    const tool = this.#tools.get(name);
    const found = tool && (wanted === undefined ? this.#current(tool) : findWanted(tool, wanted));
    return found && this.#registration(name, found.spec.version);
  }

  #resolve(question: Extract<Operation, { kind: 'resolve' }>): ToolRegistration {
    const { name, consumer, wanted = { range: 'latest' } } = question;
    const found = this.#get(name, wanted);
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new Refusal('E_TOOL_NOT_FOUND', { toolName: name });
    const quarantine = this.#quarantines.get(name);
    if (quarantine !== undefined) {
      throw new Refusal('E_TOOL_QUARANTINED', { toolName: name, reason: quarantine.reason });
    }
    if (!tool.isEnabled) throw new Refusal('E_TOOL_DISABLED', { toolName: name });
    if (found === undefined) throw this.#versionNotFound(name, wanted);
    if (found.deprecation !== undefined) this.#count(found.spec, consumer);
    return found;
  }

  #count({ name, version }: ToolSpec, consumer: string): void {
    // A character that sorts before every other, so that the key sorts as its parts do.
    const key = [name, version ?? '', consumer].join('\u0000');
    const at = this.#at();
    const { count = 0, firstAt = at, lastAt = at } = this.#uses.get(key) ?? {};
    const [first = at] = [firstAt, at].toSorted();
    const [last = at] = [lastAt, at].toSorted().toReversed();
    const use = { name, ...(version !== undefined && { version }), consumer };
    this.#uses.set(key, { ...use, count: count + 1, firstAt: first, lastAt: last });
  }

  #versionNotFound(name: string, wanted: VersionRequest): Refusal {
    const tool = this.#tools.get(name);
    const versions = tool?.versions.map(({ spec }) => spec.version ?? null);
    // Whoever has asked for a range may have to hear why the current version is not in it.
    const deprecation = tool && 'range' in wanted ? this.#current(tool)?.deprecation : undefined;
    const context = { toolName: name, ...wanted, versions, ...(deprecation && { deprecation }) };
    return new Refusal('E_VERSION_NOT_FOUND', context);
  }

  #registration(name: string, version: string | undefined): ToolRegistration {
    const tool = this.#tools.get(name);
    const found = tool?.versions.find(({ spec }) => spec.version === version);
    if (tool === undefined || found === undefined) throw new Error(`The model has no ${name} ${version}.`);
    const { spec, createdAt, deprecation } = found;
    const quarantine = this.#quarantines.get(name);
    return {
      spec,
      enabled: tool.isEnabled,
      createdAt,
      ...(deprecation && { deprecation }),
      ...(quarantine && { quarantine }),
    };
  }

  /** All that is known of a name. */
  #textOf(name: string): string {
    return toText([this.#tools.get(name), this.#quarantines.get(name)]);
  }

  #current({ current, versions }: ModelTool): ModelVersion | undefined {
    return versions.find(({ spec }) => spec.version === current);
  }

  #currentMark(tool: ModelTool | undefined): VersionMark | undefined {
    const current = tool && this.#current(tool);
    return current && markOf(current.spec);
  }

  #tell(
    type: CatalogEventType,
    name: string,
    { to, from }: { to?: VersionMark | undefined; from?: VersionMark | undefined },
  ): void {
    const { by, reason } = this.#occasion;
    this.#events.push({
      sequence: this.#events.length + 1,
      type,
      name,
      at: this.#at(),
      ...(by !== undefined && { by }),
      ...(reason !== undefined && { reason }),
      ...(to !== undefined && { to }),
      ...(from !== undefined && { from }),
    });
  }

  /** Of the current versions, sorted by name. */
  #registrations(): readonly ToolRegistration[] {
    return [...this.#tools].toSorted(byName).map(([name, { current }]) => this.#registration(name, current));
  }

  #at(): string {
    return new Date(this.#occasion.time).toISOString();
  }
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
