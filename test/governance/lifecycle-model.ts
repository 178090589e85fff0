import {
  type Content,
  type LifecycleOperation,
  reviewedTool,
  type ToolName,
  toolNames,
  type VersionName,
  versionNames,
  type Wording,
} from './lifecycle-operation.ts';

/** What somebody who looks for tools finds. */
export interface LifecycleView {
  /** By name: which version is current, what it says, and what its status is. */
  readonly tools: Readonly<Record<string, readonly [string | null, Content, string] | undefined>>;
  /** The names in each list. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** What comes of resolving: `latest`, and each version. */
  readonly resolved: Readonly<Record<string, readonly string[]>>;
  /** Name, version, content, and who has proposed it. */
  readonly drafts: readonly (readonly [string, string | null, Content, string])[];
}

interface ModelVersion {
  readonly content: Content;
  /** Undefined unless it is deprecated; then when it is to go. */
  deprecation: { readonly sunset: number | undefined } | undefined;
}

interface ModelTool {
  isEnabled: boolean;
  current: VersionName;
  readonly versions: Map<VersionName, ModelVersion>;
}

interface ModelDraft {
  readonly content: Content;
  readonly by: string;
  /** What was current when it was proposed. */
  readonly base: Content | undefined;
  /** Whether the tool was switched off then, or was another one. */
  readonly isOff: boolean;
  readonly wasRemoved: boolean;
}

export const listedStatuses = ['active', 'deprecated', 'sunset', 'disabled', 'quarantined', 'any'] as const;

/** The states that a tool goes through, in the simplest way. It shares no code with the catalogue. */
export class LifecycleModel {
  /** From the start, in milliseconds. */
  time = 0;
  /** What was recorded: type and name. */
  readonly events: string[] = [];
  readonly #tools = new Map<ToolName, ModelTool>();
  readonly #quarantined = new Set<ToolName>();
  readonly #removed = new Set<ToolName>();
  readonly #drafts = new Map<ToolName, Map<VersionName, ModelDraft>>(
    toolNames.map((name) => [name, new Map()]),
  );

  /** Answers the code of the error, or `ok`. */
  perform(operation: LifecycleOperation): string {
    switch (operation.kind) {
      case 'advance':
        this.time += operation.ms;
        return 'ok';
      case 'register':
        return this.#register(operation, operation.by, false);
      case 'propose':
        return this.#register(operation, operation.by, true);
      case 'approve':
        return this.#approve(operation, operation.by);
      case 'discard':
        if (!this.#draftsOf(operation.name).delete(operation.version)) return 'E_DRAFT_NOT_FOUND';
        return this.#tell('draft-discarded', operation.name);
      case 'quarantine':
        if (this.#quarantined.has(operation.name)) return 'ok';
        this.#quarantined.add(operation.name);
        return this.#tell('tool-quarantined', operation.name);
      case 'release':
        if (this.#quarantined.delete(operation.name)) return this.#tell('tool-released', operation.name);
        return this.#tools.has(operation.name) ? 'ok' : 'E_TOOL_NOT_FOUND';
      case 'remove':
        if (!this.#tools.delete(operation.name)) return 'ok';
        this.#removed.add(operation.name);
        return this.#tell('tool-removed', operation.name);
      default:
        return this.#change(operation);
    }
  }

  view(): LifecycleView {
    const names = (wanted: string) => toolNames.filter((name) => this.#isListed(name, wanted));
    return {
      tools: Object.fromEntries(toolNames.map((name) => [name, this.#toolOf(name)])),
      lists: Object.fromEntries(['default', ...listedStatuses].map((wanted) => [wanted, names(wanted)])),
      resolved: Object.fromEntries(
        toolNames.map((name) => {
          const exact = versionNames.map((version) => this.#resolve(name, version));
          return [name, [this.#resolve(name, undefined), ...exact]];
        }),
      ),
      drafts: toolNames.flatMap((name) =>
        [...this.#draftsOf(name)]
          .toSorted(([left], [right]) => ((left ?? '') < (right ?? '') ? -1 : 1))
          .map(([version, { content, by }]) => [name, version, content, by] as const),
      ),
    };
  }

  #register({ name, version, content }: Wording, by: string, isDraft: boolean): string {
    const tool = this.#tools.get(name);
    const published = tool?.versions.get(version);
    if (tool !== undefined && published !== undefined) {
      if (published.content !== content) {
        if (name === reviewedTool) this.#tell('publication-refused', name);
        return 'E_VERSION_CONFLICT';
      }
      if (tool.current === version) return 'ok';
    }
    const before = tool?.versions.get(tool.current)?.content;
    const isOff = tool?.isEnabled === false;
    const wasRemoved = tool === undefined && name === reviewedTool && this.#removed.has(name);
    const isOther = wasRemoved || isOff || (before !== undefined && before !== content);
    if (!isDraft && !(name === reviewedTool && isOther)) return this.#publish({ name, version, content });
    const known = this.#draftsOf(name).get(version);
    const author = known?.content === content ? known.by : by;
    const draft = { content, by: author, base: before, isOff, wasRemoved };
    // What says nothing new is not told again.
    if (JSON.stringify(known) === JSON.stringify(draft)) return 'ok';
    this.#draftsOf(name).set(version, draft);
    return this.#tell('draft-proposed', name);
  }

  #approve(wording: Wording, by: string): string {
    const draft = this.#draftsOf(wording.name).get(wording.version);
    if (draft === undefined) return 'E_DRAFT_NOT_FOUND';
    if (draft.content !== wording.content) return 'E_PLAN_STALE';
    if (wording.name === reviewedTool && draft.by === by) return 'E_SELF_APPROVAL';
    const tool = this.#tools.get(wording.name);
    if (draft.base !== tool?.versions.get(tool.current)?.content) return 'E_PLAN_STALE';
    return this.#publish(wording);
  }

  #publish({ name, version, content }: Wording): string {
    const tool = this.#tools.get(name);
    const versions = tool?.versions ?? new Map<VersionName, ModelVersion>();
    const isKnown = versions.has(version);
    if (!isKnown) versions.set(version, { content, deprecation: undefined });
    this.#tools.set(name, { isEnabled: true, current: version, versions });
    this.#draftsOf(name).delete(version);
    this.#removed.delete(name);
    if (isKnown) return this.#tell('tool-reactivated', name);
    return this.#tell(tool === undefined ? 'tool-created' : 'tool-updated', name);
  }

  #change(
    operation: Extract<LifecycleOperation, { kind: 'setEnabled' | 'deprecate' | 'undeprecate' }>,
  ): string {
    const { kind, name } = operation;
    const tool = this.#tools.get(name);
    if (tool === undefined) return 'E_TOOL_NOT_FOUND';
    if (kind === 'setEnabled') {
      if (tool.isEnabled === operation.enabled) return 'ok';
      tool.isEnabled = operation.enabled;
      return this.#tell(operation.enabled ? 'tool-enabled' : 'tool-disabled', name);
    }
    const version = tool.versions.get(operation.version === undefined ? tool.current : operation.version);
    if (version === undefined) return 'E_VERSION_NOT_FOUND';
    if (kind === 'undeprecate') {
      if (version.deprecation === undefined) return 'ok';
      version.deprecation = undefined;
      return this.#tell('tool-undeprecated', name);
    }
    const { sunset } = operation;
    if (version.deprecation !== undefined && version.deprecation.sunset === sunset) return 'ok';
    version.deprecation = { sunset };
    return this.#tell('tool-deprecated', name);
  }

  #toolOf(name: ToolName): LifecycleView['tools'][string] {
    const tool = this.#tools.get(name);
    const current = tool?.versions.get(tool.current);
    return tool && current && [tool.current, current.content, this.#statusOf(name, current)];
  }

  #statusOf(name: ToolName, { deprecation }: ModelVersion): string {
    if (this.#quarantined.has(name)) return 'quarantined';
    if (!this.#tools.get(name)?.isEnabled) return 'disabled';
    if (deprecation === undefined) return 'active';
    return this.#isGone(deprecation) ? 'sunset' : 'deprecated';
  }

  #isGone({ sunset }: { readonly sunset: number | undefined }): boolean {
    return sunset !== undefined && sunset <= this.time;
  }

  #isListed(name: ToolName, wanted: string): boolean {
    const status = this.#toolOf(name)?.[2];
    if (status === undefined) return false;
    if (wanted === 'default') return status === 'active' || status === 'deprecated';
    return wanted === 'any' || wanted === status;
  }

  /** The current version if none is named, which must not be deprecated. */
  #resolve(name: ToolName, wanted: VersionName | undefined): string {
    const tool = this.#tools.get(name);
    if (tool === undefined) return 'E_TOOL_NOT_FOUND';
    if (this.#quarantined.has(name)) return 'E_TOOL_QUARANTINED';
    if (!tool.isEnabled) return 'E_TOOL_DISABLED';
    const version = wanted === undefined ? tool.current : wanted;
    const found = tool.versions.get(version);
    if (found === undefined) return 'E_VERSION_NOT_FOUND';
    if (found.deprecation !== undefined && this.#isGone(found.deprecation)) return 'E_TOOL_SUNSET: use other';
    if (found.deprecation !== undefined && wanted === undefined) return 'E_VERSION_NOT_FOUND';
    return `${version} ${found.content}`;
  }

  #draftsOf(name: ToolName): Map<VersionName, ModelDraft> {
    // There is one for each of the names.
    return this.#drafts.get(name) as Map<VersionName, ModelDraft>;
  }

  #tell(type: string, name: ToolName): 'ok' {
    this.events.push(`${type} ${name}`);
    return 'ok';
  }
}
