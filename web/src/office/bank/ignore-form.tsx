import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Line } from './bank-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

const reasons = ['own-transfer', 'interest', 'donation', 'elsewhere', 'not-ours', 'other'] as const

type Props = { line: Line; onClose: () => void }

/** Asks why a line needs no order. */
export function IgnoreForm({ line, onClose }: Props) {
  const t = useT()
  const [reason, setReason] = useState<string>()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const act = useActOnce(
    (body: { reason: string; note: string }, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/ignore', { params: { id: line.id }, body, idempotencyKey }),
    onClose,
  )
  const send = () => {
    setTried(true)
    if (reason) void act.send({ reason, note })
  }
  return (
    <div className="space-y-4">
      <fieldset disabled={act.unsent} className="space-y-4">
        <RadioCards
          legend={t('bank.ignore-why')}
          name={`why-${line.id}`}
          value={reason}
          onChange={setReason}
          error={tried && !reason ? t('bank.ignore-missing') : undefined}
          options={reasons.map((value) => ({ value, title: t(`bank.ignore-${value}`) }))}
        />
        <TextField
          label={t('bank.note')}
          optional
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </fieldset>
      <DialogButtons label={t('bank.ignore-do')} act={act} onPress={send} onClose={onClose} />
    </div>
  )
}
