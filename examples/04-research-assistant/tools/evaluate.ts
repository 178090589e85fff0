/** The value of an arithmetic expression; undefined if it is none, or has no finite value. */
export function evaluate(expression: string): number | undefined {
  const tokens = expression.match(/\d+(?:\.\d+)?|\S/g) ?? [];
  const value = new Evaluation(tokens).read();
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

type Operation = (left: number, right: number) => number;

/** From those that bind least to those that bind most. */
const levels: readonly Readonly<Record<string, Operation>>[] = [
  { '+': (left, right) => left + right, '-': (left, right) => left - right },
  { '*': (left, right) => left * right, '/': (left, right) => left / right },
];

class Evaluation {
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  read(): number | undefined {
    const value = this.#readLevel(0);
    return this.#position === this.#tokens.length ? value : undefined;
  }

  #readLevel(level: number): number | undefined {
    const operations = levels[level];
    if (operations === undefined) return this.#readSigned();
    let value = this.#readLevel(level + 1);
    for (;;) {
      const operation = operations[this.#next ?? ''];
      if (operation === undefined || value === undefined) return value;
      this.#position++;
      const right = this.#readLevel(level + 1);
      value = right === undefined ? undefined : operation(value, right);
    }
  }

  #readSigned(): number | undefined {
    if (this.#take('-')) {
      const value = this.#readSigned();
      return value === undefined ? undefined : -value;
    }
    return this.#readPower();
  }

  #readPower(): number | undefined {
    const base = this.#readAtom();
    if (base === undefined || !this.#take('^')) return base;
    // To the right of it a sign may stand, and another power binds first.
    const exponent = this.#readSigned();
    return exponent === undefined ? undefined : base ** exponent;
  }

  #readAtom(): number | undefined {
    if (this.#take('(')) {
      const value = this.#readLevel(0);
      return this.#take(')') ? value : undefined;
    }
    const token = this.#next;
    if (token === undefined || !/^\d/.test(token)) return undefined;
    this.#position++;
    return Number(token);
  }

  get #next(): string | undefined {
    return this.#tokens[this.#position];
  }

  #take(token: string): boolean {
    if (this.#next !== token) return false;
    this.#position++;
    return true;
  }
}
