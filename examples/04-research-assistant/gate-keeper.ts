import type { CallEvent, Gates } from 'toolcrib/runtime';
import type { Person } from './person.ts';

/** Asks a person about every gate that opens, and stops asking when it is settled otherwise. */
export class GateKeeper {
  readonly #gates: Gates;
  readonly #person: Person;
  readonly #asking = new Map<string, AbortController>();

  constructor(gates: Gates, person: Person) {
    this.#gates = gates;
    this.#person = person;
  }

  /** To be told every event of calls. Nobody waits for the person here: the call does. */
  watch(event: CallEvent): void {
    if (event.type === 'gate-settled') this.#asking.get(event.gateId)?.abort();
    if (event.type !== 'gate-open') return;
    const controller = new AbortController();
    this.#asking.set(event.gateId, controller);
    this.#ask(event.gateId, controller.signal)
      // Not answered: the gate has been settled, or will be when its time is over.
      .catch(() => undefined)
      .finally(() => this.#asking.delete(event.gateId));
  }

  async #ask(gateId: string, signal: AbortSignal): Promise<void> {
    const gate = (await this.#gates.list()).find((open) => open.gateId === gateId);
    if (gate === undefined) return;
    const decision = await this.#person(gate, signal);
    await this.#gates.settle(gate, decision);
  }
}
