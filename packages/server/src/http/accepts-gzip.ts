/** Whether `Accept-Encoding` allows gzip. */
export function acceptsGzip(header: string | null): boolean {
  if (header === null) return false;
  let star = false;
  for (const part of header.toLowerCase().split(',')) {
    const [coding, ...parameters] = part.split(';').map((text) => text.trim());
    const isAllowed = !parameters.some((text) => text.startsWith('q=') && Number(text.slice(2)) === 0);
    if (coding === 'gzip' || coding === 'x-gzip') return isAllowed;
    if (coding === '*') star = isAllowed;
  }
  return star;
}
