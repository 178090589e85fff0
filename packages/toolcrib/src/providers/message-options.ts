import { requireKnownOptions } from '../core/require-known-options.ts';
import { createMediaReader, type MediaReader } from './media-reader.ts';

/** How a conversation is rendered for a provider. */
export interface MessageOptions {
  /**
   * Reads media for requests. Pass the same one for a whole conversation: it reads each of the media once.
   * @default a new one, which takes up to 3.75 MiB
   */
  readonly readMedia?: MediaReader | undefined;
}

/**
 * The reader of these options, which may have more of a provider's own.
 *
 * @throws ConfigError `E_INVALID_OPTION` for an option that does not exist.
 */
export function readMediaReader(options: MessageOptions, own: readonly string[] = []): MediaReader {
  requireKnownOptions(options, new Set(['readMedia', ...own]));
  return options.readMedia ?? createMediaReader();
}
