import { RecordFrame } from '../frame/record-frame.tsx'
import type { Detail } from '../record-queries.ts'
import { TextColumns, useTextWork } from './text-columns.tsx'

/** The editor of a text in both languages. */
export function RecordEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const { work, editors, setField } = useTextWork(detail, userId)
  return (
    <RecordFrame work={work}>
      <TextColumns work={work} editors={editors} limits={detail.limits} onField={setField} />
    </RecordFrame>
  )
}
