/** A key of this service: its prefix, its id, its secret. */
const OWN_KEY = /\b(tcrib_[A-Za-z0-9]{1,32}_)[A-Za-z0-9_-]+/g;

/** Takes the secrets of this service's own keys out of a text. Their ids stay, so that it can be told which key it was. */
export function redactOwnKeys(text: string): string {
  return text.replace(OWN_KEY, '$1[redacted]');
}
