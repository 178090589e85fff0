const FONT_SIZE = 13;
const LINE_HEIGHT = 18;
const CHARACTER_WIDTH = 7.82;
const MARGIN = 20;

const styles: Readonly<Record<string, string>> = {
  1: 'font-weight:bold',
  2: 'fill:#8b949e',
  31: 'fill:#ff7b72',
  32: 'fill:#3fb950',
  33: 'fill:#d29922',
};

/** An SVG of what a program printed; bold, dim, red, green and yellow are shown, other escapes are left out. */
export function toTerminalPicture(output: string, title: string): string {
  const lines = output.trim().split('\n').map(toSpans);
  const columns = Math.max(...lines.map((spans) => spans.reduce((sum, { text }) => sum + text.length, 0)));
  const width = Math.ceil(columns * CHARACTER_WIDTH) + 2 * MARGIN;
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
  const rows = lines.map((spans, index) => {
    const y = MARGIN + (index + 1) * LINE_HEIGHT - 4;
    return `<text x="${MARGIN}" y="${y}">${spans.map(toTspan).join('')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeXml(title)}</title>`,
    '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>',
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" fill="#e6edf3" xml:space="preserve">`,
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

interface Span {
  readonly text: string;
  readonly style: string | undefined;
}

/** Pieces of a line, each with the style that the escape before it turned on. */
function toSpans(line: string): Span[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes start with one.
  const [first = '', ...rest] = line.split(/\u001b\[(\d+)m/);
  const spans: Span[] = [{ text: first, style: undefined }];
  for (let index = 0; index < rest.length; index += 2) {
    spans.push({ text: rest[index + 1] ?? '', style: styles[rest[index] ?? ''] });
  }
  return spans.filter(({ text }) => text !== '');
}

function toTspan({ text, style }: Span): string {
  return style === undefined ? escapeXml(text) : `<tspan style="${style}">${escapeXml(text)}</tspan>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
