/** Work that can be done in pieces, each short: it stops after each of them. */
export type Pieces<Value> = Generator<void, Value, void>;

/** How many pieces are done without a pause; one can take tens of milliseconds. */
const PAUSE_STEP = 4;

/** Lets others have their turn. */
export type Pause = () => Promise<void>;

/** Does all pieces at once. */
export function doAtOnce<Value>(pieces: Pieces<Value>): Value {
  for (;;) {
    const step = pieces.next();
    if (step.done) return step.value;
  }
}

/**
 * Does the pieces with pauses in between, if there is a pause. A few are done at once even so, and answered without a
 * promise: what is asked for next then comes after it.
 */
export function doWithPauses<Value>(pieces: Pieces<Value>, pause: Pause | undefined): Value | Promise<Value> {
  if (pause === undefined) return doAtOnce(pieces);
  for (let count = 0; count <= PAUSE_STEP; count++) {
    const step = pieces.next();
    if (step.done) return step.value;
  }
  return goOn(pieces, pause);
}

async function goOn<Value>(pieces: Pieces<Value>, pause: Pause): Promise<Value> {
  for (let count = 1; ; count++) {
    if (count % PAUSE_STEP === 0) await pause();
    const step = pieces.next();
    if (step.done) return step.value;
  }
}

/** One piece for each item, or for several that take little time. */
export function* mapInPieces<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
  itemsPerPiece = 1,
): Pieces<Result[]> {
  const results: Result[] = [];
  let index = 0;
  for (const item of items) {
    results.push(map(item, index++));
    if (index % itemsPerPiece === 0) yield;
  }
  return results;
}
