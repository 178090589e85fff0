/** English words that say nothing about a tool. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by can could do does for from had has have how i if in into is it its me my no not of ' +
    'on or our please should so some such that the their them then there these they this to up us was we were what ' +
    'when where which who will with would you your'
  ).split(' '),
);
