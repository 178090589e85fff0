import { sortedJson } from '../sorted-json.ts';

/** Where a ticket is, among the arguments. */
const KEY = '~toolcrib';

/** The arguments of a call that Mastra runs, and whether it asked a person about them. */
export interface TakenArguments {
  readonly args: unknown;
  readonly isApproved: boolean;
}

/**
 * Says that Mastra was told to ask about a call. It travels among the arguments from that question to the
 * run, as Mastra hands nothing else on that would tell one call from another: it copies arguments, but not
 * the instances of classes in them. No model can write one, it is good for the arguments that it was put
 * among, and once. JSON leaves it out.
 */
export class ApprovalTicket {
  readonly #text: string | undefined;
  #isOpen = true;

  private constructor(args: unknown) {
    this.#text = sortedJson(args);
  }

  /** The arguments that Mastra will run out of those that it asks about; null for those that are never run. */
  static argumentsOf(input: unknown): unknown {
    return Object.hasOwn(Object(input), KEY) ? null : withoutReserved(input);
  }

  /** Puts a ticket among the arguments of a call. Where there is no room for one, the call stays unapproved. */
  static give(input: unknown): void {
    if (typeof input !== 'object' || input === null || KEY in input || !Object.isExtensible(input)) return;
    Object.assign(input, { [KEY]: new ApprovalTicket(withoutReserved(input)) });
  }

  /**
   * Takes the ticket out of the arguments of a call that is about to be run. A model that writes something in
   * its place gets no arguments at all.
   */
  static take(input: unknown): TakenArguments {
    const ticket: unknown = Object(input)[KEY];
    if (!ApprovalTicket.#isTicket(ticket)) {
      return { args: ApprovalTicket.argumentsOf(input), isApproved: false };
    }
    const { [KEY]: _, ...rest } = input as Record<string, unknown>;
    const args = withoutReserved(rest);
    const isApproved = ticket.#isOpen && ticket.#text !== undefined && ticket.#text === sortedJson(args);
    ticket.#isOpen = false;
    return { args, isApproved };
  }

  toJSON(): undefined {
    return undefined;
  }

  static #isTicket(value: unknown): value is ApprovalTicket {
    return typeof value === 'object' && value !== null && #isOpen in value;
  }
}

/** Arguments without those that Mastra takes for its own, and out of a call between its question and its run. */
function withoutReserved(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const { suspendedToolCallId: _call, suspendedToolRunId: _run, ...args } = input as Record<string, unknown>;
  if (args._background) delete args._background;
  return args;
}
