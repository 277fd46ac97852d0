import type { Summary } from '../record-queries.ts'

export const copyKinds = ['offering', 'form'] as const
export type CopyKind = (typeof copyKinds)[number]

/** The kind of a record of which a copy can be made; undefined where none can. */
export const copyKindOf = ({ kind }: Pick<Summary, 'kind'>) => copyKinds.find((one) => one === kind)
