/** Gives an object a field that cannot be read, as if the work ended there, and gives it back. */
export function unreadable<Value extends object>(value: Value, field: keyof Value): Value {
  return Object.defineProperty(value, field, {
    enumerable: true,
    get: () => {
      throw new Error('This is the end.');
    },
  });
}
