import type { MediaReader } from './media-reader.ts';

/** How a conversation is rendered for a provider. */
export interface MessageOptions {
  /**
   * Reads media for requests. Pass the same one for a whole conversation: it reads each of the media once.
   * @default a new one, which takes up to 3.75 MiB
   */
  readonly readMedia?: MediaReader | undefined;
}
