import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyRecord, copyKindOf } from './copy-record.tsx'
import type { RecordWork } from './record-frame.tsx'

/** Makes a copy of an offering or a form, once the server has all that was typed. */
export function MakeCopy({ work: { keeper, record } }: { work: RecordWork }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const kind = copyKindOf(record)
  if (!kind) return null
  const ask = async () => {
    if (await keeper.save()) setAsking(true) // else the line above says why it cannot be saved
  }
  return (
    <>
      <Button kind="quiet" icon="copy" onClick={() => void ask()}>
        {t('pages.copy')}
      </Button>
      {asking && <CopyRecord record={record} kind={kind} onClose={() => setAsking(false)} />}
    </>
  )
}
