import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { onDemand } from '../../kit/layout/on-demand.tsx'
import { asCopied } from '../../kit/site/record-kinds.ts'
import type { RecordWork } from './use-record-work.ts'

const CopyRecord = onDemand(async () => (await import('../list/copy-record.tsx')).CopyRecord)

/** Copies an offering or a form, after everything typed is saved. */
export function MakeCopy({ work: { keeper, record } }: { work: RecordWork }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const kind = asCopied(record.kind)
  if (!kind) return null
  const ask = async () => {
    if (await keeper.save()) setAsking(true) // otherwise the save bar shows why it cannot be saved
  }
  return (
    <>
      <Button kind="quiet" icon="copy" onClick={() => void ask()}>
        {t('records.copy')}
      </Button>
      {asking && <CopyRecord record={record} kind={kind} onClose={() => setAsking(false)} />}
    </>
  )
}
