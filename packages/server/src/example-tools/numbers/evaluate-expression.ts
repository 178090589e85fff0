import { type ExpressionToken, readExpressionTokens, syntaxError } from './expression-tokens.ts';
import { mathConstants, mathFunctions } from './math-functions.ts';

const MAX_DEPTH = 64;

/**
 * The value of an arithmetic expression. Nothing in it is run as code.
 *
 * @throws ToolError that says where it goes wrong.
 */
export function evaluateExpression(text: string): number {
  return new ExpressionReader(text).readAll();
}

/** Reads by precedence, from weak to strong: sums, products, signs, powers, single values. */
class ExpressionReader {
  readonly #tokens: readonly ExpressionToken[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = readExpressionTokens(text);
    this.#end = text.length;
  }

  readAll(): number {
    const value = this.#readSum();
    if (this.#token !== undefined) throw this.#unexpected();
    return value;
  }

  #readSum(): number {
    let value = this.#readProduct();
    for (;;) {
      if (this.#take('+')) value += this.#readProduct();
      else if (this.#take('-')) value -= this.#readProduct();
      else return value;
    }
  }

  #readProduct(): number {
    let value = this.#readSigned();
    for (;;) {
      if (this.#take('*')) value *= this.#readSigned();
      else if (this.#take('/')) value /= this.#readSigned();
      else if (this.#take('%')) value %= this.#readSigned();
      else return value;
    }
  }

  /** A sign is weaker than a power: -2^2 is -4. */
  #readSigned(): number {
    let sign = 1;
    for (;;) {
      if (this.#take('-')) sign = -sign;
      else if (!this.#take('+')) return sign * this.#readPower();
    }
  }

  /** From right to left: 2^3^2 is 2^9. */
  #readPower(): number {
    const base = this.#readValue();
    return this.#take('^') ? base ** this.#deeper(() => this.#readSigned()) : base;
  }

  #readValue(): number {
    const token = this.#token;
    if (token?.kind === 'number') {
      this.#next++;
      return token.value;
    }
    if (token?.kind === 'name') {
      this.#next++;
      return this.#readNamed(token.name, token.at);
    }
    if (!this.#take('(')) throw this.#unexpected();
    const value = this.#deeper(() => this.#readSum());
    this.#expect(')');
    return value;
  }

  #readNamed(name: string, at: number): number {
    const constant = mathConstants.get(name);
    if (constant !== undefined) return constant;
    const math = mathFunctions.get(name);
    if (math === undefined) {
      const known = [...mathConstants.keys(), ...mathFunctions.keys()].join(', ');
      throw syntaxError(at, `a name that is not known (known are ${known})`);
    }
    this.#expect('(');
    const values = this.#deeper(() => this.#readList());
    this.#expect(')');
    if (values.length < math.minCount || values.length > math.maxCount) {
      throw syntaxError(at, `a function with ${values.length} values, which is not what it takes,`);
    }
    return math.compute(values);
  }

  #readList(): readonly number[] {
    const values = [this.#readSum()];
    while (this.#take(',')) values.push(this.#readSum());
    return values;
  }

  get #token(): ExpressionToken | undefined {
    return this.#tokens[this.#next];
  }

  #take(symbol: string): boolean {
    const token = this.#token;
    const isThere = token?.kind === 'symbol' && token.symbol === symbol;
    if (isThere) this.#next++;
    return isThere;
  }

  #expect(symbol: string): void {
    if (!this.#take(symbol))
      throw syntaxError(this.#token?.at ?? this.#end, `no "${symbol}" where one is needed,`);
  }

  /** Hostile nesting ends here and not in an overflow of the stack. */
  #deeper<Value>(read: () => Value): Value {
    if (++this.#depth > MAX_DEPTH)
      throw syntaxError(this.#token?.at ?? this.#end, 'too many levels of nesting');
    const value = read();
    this.#depth--;
    return value;
  }

  #unexpected(): Error {
    const token = this.#token;
    return token === undefined
      ? syntaxError(this.#end, 'its end too early,')
      : syntaxError(token.at, 'something unexpected');
  }
}
