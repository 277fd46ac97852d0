import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Candidate, Line } from './bank-queries.ts'
import { Do } from './do-button.tsx'

type Props = { line: Line; chosen: Candidate; rest: number }
type Settled = { waive: number; reason: string }

/** Settles an order that is a few cents short: the rest is waived with a reason, or stays due. */
export function Waive({ line, chosen, rest }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState(() => t('bank.waive-usual'))
  const act = useActOnce(
    (body: Settled, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/match', {
        params: { id: line.id },
        body: { parts: [{ invoiceId: chosen.invoiceId, amount: line.amount }], ...(body.waive > 0 && body) },
        idempotencyKey,
      }),
    () => setOpen(false),
  )
  const waive = act.submit(() => (reason.trim() ? { waive: rest, reason: reason.trim() } : null))
  return (
    <>
      <Do
        act={{ ...act, problem: undefined, unsent: false }}
        sub={t('bank.waive-limit', { amount: money(line.waivable) })}
        onDo={() => setOpen(true)}
      >
        {t('bank.waive-do', { amount: money(rest) })}
      </Do>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('bank.waive-title', { rest: money(rest), due: money(chosen.due) })}
      >
        {open && (
          <form onSubmit={waive} className="space-y-4" noValidate>
            <p>{t('bank.waive-text', { amount: money(line.amount), number: chosen.number })}</p>
            <TextField
              label={t('bank.waive-reason')}
              maxLength={200}
              autoComplete="off"
              value={reason}
              error={act.tried && !reason.trim() ? t('bank.waive-missing') : undefined}
              onChange={(event) => setReason(event.target.value)}
            />
            <ActState act={act} />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" kind="primary" pending={act.pending}>
                {act.unsent ? t('common.try-again') : t('bank.waive-do', { amount: money(rest) })}
              </Button>
              <Button onClick={() => void act.send({ waive: 0, reason: '' })}>
                {t('bank.waive-not', { amount: money(rest) })}
              </Button>
            </div>
          </form>
        )}
      </Dialog>
    </>
  )
}
