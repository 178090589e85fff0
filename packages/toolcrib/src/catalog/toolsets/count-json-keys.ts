/** How many keys the objects in a text have, which must be valid JSON; those that are there twice count twice. */
export function countJsonKeys(text: string): number {
  let count = 0;
  let index = text.indexOf('"');
  while (index !== -1) {
    index = endOfText(text, index);
    while (isBlank(text.charCodeAt(index))) index++;
    if (text[index] === ':') count++;
    index = text.indexOf('"', index);
  }
  return count;
}

/** Behind the quotation mark that ends the text that begins at `start`. */
function endOfText(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
