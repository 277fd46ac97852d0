/** Whether a text is long enough to search, as on the server: one Chinese character, or two others. */
export function longEnough(q: string): boolean {
  return /\p{Script=Han}/u.test(q) || q.trim().length >= 2
}
