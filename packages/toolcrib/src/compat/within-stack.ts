/**
 * What `run` gives, or `tooDeep` if it needs more stack than there is: references in a row may lead as deep as a schema is
 * long. For work that keeps its state to itself, so that nothing half done is left.
 */
export function withinStack<Value>(run: () => Value, tooDeep: Value): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}
