/** Whether a client asks for server-sent events rather than JSON. */
export function acceptsEventStream({ headers }: Request): boolean {
  const types = (headers.get('accept') ?? '').toLowerCase().split(',');
  return types.some((type) => type.split(';')[0]?.trim() === 'text/event-stream');
}
