import type { Caller } from '../core/caller.ts';
import type { ModelUsage } from '../core/model-usage.ts';
import type { Tool } from '../core/tool.ts';
import type { UnavailableTool } from '../core/tool-resolver.ts';
import type { CallRecord } from '../runtime/call-record.ts';
import { addUsage, NO_USAGE } from '../runtime/model/add-usage.ts';
import type { ModelMessage } from '../runtime/model/model-message.ts';
import { invalid } from '../runtime/read-runtime-options.ts';
import type { OpenedBaseline } from './baseline.ts';
import type { Interruption } from './interruption.ts';
import type { RepeatGuard } from './repeat-guard.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnLimits } from './turn-limits.ts';
import { TurnRegistry } from './turn-registry.ts';
import type { AddedTool } from './turn-result.ts';

/** What a turn begins with. */
export interface TurnStart {
  readonly turnId: string;
  readonly caller: Caller;
  readonly messages: ModelMessage[];
  readonly system: string | undefined;
  readonly limits: TurnLimits;
  readonly earlierCalls: readonly CallRecord[];
  readonly interruption: Interruption;
  readonly repeats: RepeatGuard;
  /** Told of what happens; never throws. Undefined if nobody listens. */
  readonly emit: ((event: TurnEvent) => void) | undefined;
}

/** Everything that one turn knows of itself. */
export class TurnState {
  readonly turnId: string;
  readonly caller: Caller;
  readonly messages: ModelMessage[];
  readonly limits: TurnLimits;
  readonly interruption: Interruption;
  readonly repeats: RepeatGuard;
  readonly emit: ((event: TurnEvent) => void) | undefined;
  readonly records: CallRecord[] = [];
  /** The same for middleware, which could edit it. */
  readonly shownRecords: CallRecord[] = [];
  /** The calls whose artifacts can be queried. */
  readonly queryable: CallRecord[];
  readonly added: AddedTool[] = [];
  /** The names of tools that the conversation has calls of. */
  readonly calledNames = new Set<string>();
  system: string | undefined;
  usage: ModelUsage = NO_USAGE;
  iterations = 0;
  /** What the model said last. */
  text = '';
  readonly registry: TurnRegistry;
  readonly #baseline: OpenedBaseline;
  leftTools: readonly string[] = [];
  /** The names of the tools that were found; undefined without discovery. It grows. */
  found: readonly string[] | undefined = undefined;
  #state: Map<unknown, unknown> | undefined;

  constructor(start: TurnStart, baseline: OpenedBaseline) {
    const { registry, overlay } = baseline;
    this.#baseline = baseline;
    this.turnId = start.turnId;
    this.caller = start.caller;
    this.messages = start.messages;
    this.limits = start.limits;
    this.interruption = start.interruption;
    this.repeats = start.repeats;
    this.emit = start.emit;
    this.system = start.system;
    this.queryable = [...start.earlierCalls];
    for (const message of start.messages) {
      if (message.role === 'assistant') for (const { tool } of message.calls) this.calledNames.add(tool);
    }
    const tools = { baseline: registry, overlay, added: this.added, known: undefined };
    this.registry = new TurnRegistry(registry, tools);
  }

  /** The tool of a name, unless where the turn got it from does not have it any more. */
  findTool(name: string): Tool | undefined {
    const tool = this.registry.get(name);
    const { live, registry } = this.#baseline;
    if (live === undefined || tool === undefined || registry.get(name) !== tool) return tool;
    return live.resolve(name) === tool ? tool : undefined;
  }

  /** Whether tools may go while the turn runs, without anybody having taken them out of it. */
  get isLive(): boolean {
    return this.#baseline.live !== undefined;
  }

  /** Why a tool of the baseline cannot be used now; nothing of those that were taken out of the turn. */
  explainMissing(name: string): UnavailableTool | undefined {
    const { live, registry } = this.#baseline;
    const wasTakenOut = registry.has(name) && !this.registry.has(name);
    return wasTakenOut ? undefined : live?.unavailable?.(name);
  }

  /** What middleware keeps. Few turns have any. */
  get state(): Map<unknown, unknown> {
    this.#state ??= new Map();
    return this.#state;
  }

  addRecords(records: readonly CallRecord[]): void {
    for (const record of records) {
      this.records.push(record);
      this.shownRecords.push(record);
      this.queryable.push(record);
      this.repeats.note(record);
      if (record.usage !== undefined) this.usage = addUsage(this.usage, record.usage);
    }
  }

  /** Makes a text the answer of the model, instead of what it said last if that is an answer. */
  answer(text: string): void {
    if (typeof text !== 'string') throw invalid('text', 'must be a text');
    const last = this.messages.at(-1);
    if (last?.role === 'assistant' && last.calls.length === 0) this.messages.pop();
    this.messages.push({ role: 'assistant', text, calls: [] });
    this.text = text;
  }

  /** Ephemeral tools go when the dispatch ends, however it ends. */
  endDispatch(isRejected: boolean, forgedNames: readonly string[]): void {
    if (isRejected) {
      const own = this.registry.all().flatMap(({ ephemeral, name }) => (ephemeral ? [name] : []));
      this.leftTools = Object.freeze([...own, ...forgedNames]);
    }
    this.registry.pruneEphemeral();
  }
}
