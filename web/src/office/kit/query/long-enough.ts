/** Whether a text is worth looking for, as the server sees it: one Chinese character, or two of anything else. */
export function longEnough(q: string): boolean {
  return /\p{Script=Han}/u.test(q) || q.trim().length >= 2
}
