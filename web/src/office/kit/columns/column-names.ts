import type { Translate } from '../../../i18n/messages.ts'

type Columns = { header?: readonly string[] | null; sample?: readonly (readonly string[] | null)[] | null }

/** The name of each column of a file: its heading, otherwise its number. */
export function columnNames({ header, sample }: Columns, t: Translate): string[] {
  const width = Math.max(header?.length ?? 0, ...(sample ?? []).map((row) => row?.length ?? 0))
  return Array.from({ length: width }, (_, at) => header?.[at]?.trim() || t('office.column', { nr: at + 1 }))
}
