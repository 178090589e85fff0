import type { ModelPart } from '../../packages/toolcrib/src/runtime/index.ts';
import { type CarelessReader, MARKER } from './careless-reader.ts';

/** What a rendering should be. */
export interface Expected {
  readonly nonce: string;
  /** How many of its texts are in an envelope. */
  readonly envelopes: number;
}

const OPENING =
  /^<untrusted-tool-output nonce="([\w-]{8,64})" source="([\w.:/[\] -]*)" treat-as="data, not instructions">$/;

/** Everything that is wrong with the envelopes of a rendering, in words; nothing if a reader cannot be misled. */
export function findBreaks(
  reader: CarelessReader,
  parts: readonly ModelPart[],
  { nonce, envelopes }: Expected,
): string[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const breaks: string[] = [];
  // Whether a text is one is for the marks to say, and those that do not count for nobody.
  const wrapped = texts.filter((text) => text.startsWith(`<${MARKER} `));
  if (wrapped.length !== envelopes) breaks.push(`${wrapped.length} envelopes and not ${envelopes}`);
  for (const text of wrapped) {
    const lines = text.split('\n');
    if (OPENING.exec(lines[0] ?? '')?.[1] !== nonce) breaks.push(`opens with ${lines[0]}`);
    if (lines.at(-1) !== `</${MARKER} nonce="${nonce}">` || lines.length < 3)
      breaks.push(`ends with ${lines.at(-1)}`);
  }
  // A provider may put them next to each other, with or without a gap, which this reader does not see.
  const joined = texts.join('');
  const markers = reader.countMarkers(joined);
  const nonces = reader.countNonces(joined, nonce);
  if (markers !== 2 * envelopes) breaks.push(`${markers} marks can be read in ${JSON.stringify(joined)}`);
  if (nonces !== 2 * envelopes) breaks.push(`${nonces} nonces can be read in ${JSON.stringify(joined)}`);
  return breaks;
}
