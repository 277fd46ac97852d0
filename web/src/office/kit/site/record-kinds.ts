type Facts = {
  /** The area in which its records are written. */
  area: 'pages' | 'banners' | 'offerings' | 'forms' | 'contact' | 'events' | 'texts'
  /** Both languages go on the site, or neither. */
  together?: true
  /** The office chooses its key (address-hint.ts). */
  addressed?: true
  /** A copy can be made of its records. */
  copied?: true
  /** The program has a place for each: none is added or taken away. */
  fixed?: true
  /** There is one record, which its area opens. */
  single?: true
  /** Its records have no order that visitors see. */
  unordered?: true
  /** It is drawn where it is written: there is no preview. */
  drawn?: true
  /** It is a list of questions, not the text of a page. */
  asks?: true
  /** Members agree to some of its records. */
  agreed?: true
  /** It has prices, and orders that are under way. */
  sold?: true
  /** Nobody but its owner sees it. */
  own?: true
}

/** What the office knows of each kind of records. Its rules are in internal/offer/editing/kind_<name>.go. */
export const recordKinds = {
  page: { area: 'pages', addressed: true },
  question: { area: 'pages' },
  policy: { area: 'pages', fixed: true, agreed: true },
  banner: { area: 'banners', together: true },
  offering: { area: 'offerings', together: true, addressed: true, copied: true, sold: true },
  category: { area: 'offerings', together: true, addressed: true },
  form: { area: 'forms', together: true, copied: true, unordered: true, drawn: true, asks: true },
  place: { area: 'contact', together: true, fixed: true, single: true },
  event: { area: 'events', together: true, addressed: true },
  message: { area: 'texts', together: true, drawn: true },
} as const satisfies Record<string, Facts>

export type RecordKind = keyof typeof recordKinds

type KindsWith<F extends keyof Facts> = {
  [K in RecordKind]: (typeof recordKinds)[K] extends Record<F, true> ? K : never
}[RecordKind]

export type AddressedKind = KindsWith<'addressed'>
export type CopiedKind = KindsWith<'copied'>
export type AddedKind = Exclude<RecordKind, KindsWith<'fixed'>>

/** Somebody's own page to practise on is in no list. */
const practice: Facts = { area: 'pages', fixed: true, own: true }

const isListed = (kind: string): kind is RecordKind => kind in recordKinds

/** What the office knows of the kind of a record. */
export const factsOf = (kind: string): Facts => (isListed(kind) ? recordKinds[kind] : practice)

/** The kind if its key is chosen by the office. */
export const asAddressed = (kind: string): AddressedKind | undefined =>
  isListed(kind) && 'addressed' in recordKinds[kind] ? (kind as AddressedKind) : undefined

/** The kind if a copy of its records can be made. */
export const asCopied = (kind: string): CopiedKind | undefined =>
  isListed(kind) && 'copied' in recordKinds[kind] ? (kind as CopiedKind) : undefined

/** The kind if the office adds records to it. */
export const asAdded = (kind: string): AddedKind | undefined =>
  isListed(kind) && !('fixed' in recordKinds[kind]) ? (kind as AddedKind) : undefined

/** Where the records of a kind are listed: an area begins with the first of its kinds. */
export function listPath(kind: string): string {
  const { area } = factsOf(kind)
  const [first] = Object.entries(recordKinds).find(([, one]) => one.area === area) ?? []
  return kind === first ? `/${area}` : `/${area}?kind=${kind}`
}

/** Where a record is written in the office. */
export const recordPath = ({ kind, id }: { kind: string; id: string }): string => `/${factsOf(kind).area}/${id}`
