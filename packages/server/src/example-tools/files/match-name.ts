/**
 * Whether a name fits a pattern in which `*` stands for any characters and `?` for one, whatever their case. Its time is bounded by
 * the product of the two lengths.
 */
export function matchName(name: string, pattern: string): boolean {
  const [text, form] = [name.toLowerCase(), pattern.toLowerCase()];
  let [at, formAt] = [0, 0];
  // Where the last star was, and how much of the name it was taken to stand for.
  let [star, starEnd] = [-1, 0];
  while (at < text.length) {
    if (form[formAt] === '*') {
      star = formAt++;
      starEnd = at;
    } else if (formAt < form.length && (form[formAt] === '?' || form[formAt] === text[at])) {
      formAt++;
      at++;
    } else if (star === -1) {
      return false;
    } else {
      formAt = star + 1;
      at = ++starEnd;
    }
  }
  while (form[formAt] === '*') formAt++;
  return formAt === form.length;
}
