/** What is text besides `text/…`: formats by their own name, or by their suffix as in `image/svg+xml`. */
const textFormats =
  /[/+](?:x-)?(?:json|jsonl|json5|ndjson|json-seq|jsonlines|xml|ya?ml|toml|csv|javascript|ecmascript|typescript|sql|sh|graphql|markdown|www-form-urlencoded)$/;

/** Whether a MIME type says that the bytes are text. */
export function isText(mimeType: string): boolean {
  const [essence = ''] = String(mimeType).toLowerCase().split(';');
  const name = essence.trim();
  return name.startsWith('text/') || textFormats.test(name);
}
