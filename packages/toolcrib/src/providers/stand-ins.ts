/** Texts in the place of what a provider wants and a conversation lacks. */

/** A conversation begins with the user. */
export const NO_BEGINNING = 'The beginning of this conversation is left out.';

/** A message of the user says something. */
export const NO_TEXT = 'The message is empty.';
