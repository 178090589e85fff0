/** The JSON Pointer (RFC 6901) to a member of what another pointer leads to. */
export function pointerTo(parent: string, ...steps: readonly (string | number)[]): string {
  let pointer = parent;
  for (const step of steps) pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}
