import type { MarkdownBlock } from './markdown-block.ts';
import { toPlainText } from './plain-text.ts';
import { readDefinitions } from './read-definitions.ts';

/** What a block adds to a text that is meant to be read: of code, only where it is. */
export function proseOf(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${toPlainText(block.text)}\n\n`;
    case 'paragraph': {
      const { end } = readDefinitions(block.text);
      const plain = toPlainText(block.text.slice(end)).trim();
      return plain === '' ? '' : `${block.marker}${plain}\n${block.marker === '' ? '\n' : ''}`;
    }
    case 'indented-code':
      return `${block.text}\n`;
    case 'code-start':
      return `(code, line ${block.line})\n\n`;
    case 'code-line':
    case 'code-end':
    case 'front-matter':
      return '';
  }
}
