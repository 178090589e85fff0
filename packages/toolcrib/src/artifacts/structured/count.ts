/** A number with a noun, as in `1 key` and `2 keys`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
