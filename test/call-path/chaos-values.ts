import { Media } from '../../packages/toolcrib/src/core/media.ts';
import { ToolError } from '../../packages/toolcrib/src/core/tool-error.ts';

const text = (length: number) => 'ä'.repeat(length);

/** What handlers give: good, large, broken and hostile. */
export const results: Readonly<Record<string, () => unknown>> = {
  text: () => 'fine',
  json: () => ({ n: 1 }),
  'empty text': () => '',
  'large text': () => text(400),
  'large json': () => ({ n: 1, text: text(400) }),
  'huge text': () => text(3_000),
  'lone surrogate': () => '\ud800',
  bytes: () => new TextEncoder().encode('fine'),
  'binary bytes': () => new Uint8Array([0, 255, 254]),
  'large bytes': () => new Uint8Array(700),
  media: () => picture(),
  'list of media': () => [picture(), picture()],
  'wrong json': () => ({ n: 'one' }),
  circular: () => {
    const circle: Record<string, unknown> = { n: 1 };
    circle.self = circle;
    return circle;
  },
  number: () => 7,
  undefined: () => undefined,
  null: () => null,
  symbol: () => Symbol('result'),
  bigint: () => 7n,
  function: () => () => 'fine',
  'fake bytes': () => Object.create(Uint8Array.prototype),
  'fake text': () => Object.create(String.prototype),
  'throwing getter': () => ({
    get n() {
      throw new Error('getter');
    },
  }),
  'hostile proxy': hostileProxy,
};

/** What handlers throw. */
export const thrown: readonly (() => unknown)[] = [
  () => new Error('broken'),
  () => undefined,
  () => null,
  () => Symbol('broken'),
  () => 'broken',
  () => 7n,
  hostileProxy,
  () => new ToolError('Try another number.'),
  // A subclass may be sloppy with what it inherits.
  () => Object.defineProperty(new ToolError('odd'), 'message', { value: 7 }),
  () => Object.defineProperty(new ToolError('odd'), 'code', { value: 'E_NONE' }),
];

export const oddProgress: readonly unknown[] = [
  { message: 'half', done: 1, total: 2 },
  { message: 7, done: 'one', total: Number.NaN },
  { message: '\ud800'.repeat(1_000) },
  undefined,
  null,
  'half',
  {
    get message() {
      throw new Error('getter');
    },
  },
];

/** Names that no tool has. */
export const oddNames: readonly unknown[] = [
  '',
  '__proto__',
  'constructor',
  'READ',
  'read ',
  'x'.repeat(300),
  '\ud800',
  undefined,
  null,
  7,
  {
    toString() {
      throw new Error('name');
    },
  },
];

export const abortReasons: readonly unknown[] = [
  undefined,
  null,
  'enough',
  Symbol('enough'),
  new Error('enough'),
];

/** Throws at whatever is done to it. */
export function hostileProxy(): object {
  const fail = () => {
    throw new Error('proxy');
  };
  return new Proxy(
    {},
    { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail },
  );
}

function picture(): Media {
  return new Media({
    kind: 'image',
    mimeType: 'image/png',
    trustTier: 'third-party-public',
    hazard: 'opaque',
    source: new Uint8Array([1]),
  });
}
