import type { Summary } from '../record-queries.ts'

export const copyKinds = ['offering', 'form'] as const
export type CopyKind = (typeof copyKinds)[number]

/** The kind of a record that can be copied; otherwise undefined. */
export const copyKindOf = ({ kind }: Pick<Summary, 'kind'>) => copyKinds.find((one) => one === kind)
