import type { TortureObservation, TortureScenario } from 'toolcrib/testing';

/**
 * The part of the model. A scripted model of a peer tells it of each request: the first offers tools and gets
 * the call, the next holds what came of it.
 */
export class Script {
  readonly #scenario: TortureScenario;
  #offeredNames: readonly string[] | undefined;
  #answer: TortureObservation | undefined;

  constructor(scenario: TortureScenario) {
    this.#scenario = scenario;
  }

  get hasOffered(): boolean {
    return this.#offeredNames !== undefined;
  }

  get answer(): TortureObservation | undefined {
    return this.#answer;
  }

  /** The call, by the name under which the tool was offered. */
  offer(names: readonly string[]): {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  } {
    this.#offeredNames = names;
    const { tools, call } = this.#scenario;
    const index = tools.findIndex(({ name }) => name === call.tool);
    return { name: names[index] ?? call.tool, args: call.args };
  }

  /**
   * Notes what the next request holds of the call. A value that is no text goes through JSON, as it would on
   * its way to a provider; what this throws is what the provider's client would throw.
   */
  tell(isError: boolean, content: unknown): void {
    const toModel = typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
    this.#answer = { kind: 'answered', isError, toModel, offeredNames: this.#offeredNames ?? [] };
  }
}

/**
 * Plays a scenario in real time. What is thrown before the model was asked is a refusal; what is thrown later
 * is the death of the run.
 */
export async function play(
  scenario: TortureScenario,
  run: (script: Script) => Promise<unknown>,
): Promise<TortureObservation> {
  const script = new Script(scenario);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<TortureObservation>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'pending' }), scenario.patienceMs);
  });
  const outcome = observe(script, run);
  const observation = await Promise.race([outcome, patience]);
  clearTimeout(timer);
  return observation;
}

async function observe(
  script: Script,
  run: (script: Script) => Promise<unknown>,
): Promise<TortureObservation> {
  try {
    await run(script);
    return script.answer ?? { kind: 'crashed', message: 'The run ended before the model was told.' };
  } catch (error) {
    return { kind: script.hasOffered ? 'crashed' : 'refused', message: String(error) };
  }
}
