/** The area in which records of a kind are edited. */
export const areaOfKind = {
  page: 'pages',
  question: 'pages',
  policy: 'pages',
  banner: 'banners',
  offering: 'offerings',
  category: 'offerings',
  form: 'forms',
  place: 'contact',
  event: 'events',
  message: 'texts',
} as const
export type RecordKind = keyof typeof areaOfKind

/** The path of a record in the office. */
export function recordPath({ kind, id }: { kind: string; id: string }): string {
  return `/${kind in areaOfKind ? areaOfKind[kind as RecordKind] : 'pages'}/${id}`
}
