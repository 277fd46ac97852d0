import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Line } from './bank-queries.ts'
import { money } from '../../i18n/format.ts'
import { ActDialog } from '../kit/act/act-dialog.tsx'
import { IgnoreForm } from './ignore-form.tsx'

const reasons = ['interest', 'fee', 'donation', 'own-transfer', 'elsewhere', 'not-ours'] as const
/** The reasons for a line that a payment provider may have paid out. */
const ofPayout = ['payout', ...reasons] as const
const standing: readonly string[] = ['interest', 'fee', 'donation']

/** A menu with reasons why a line is not for an order. The same click can create a rule for recurring lines. */
export function NotAnOrder({ line }: { line: Line }) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const [rule, setRule] = useState(false)
  const [other, setOther] = useState(false)
  const act = useActOnce(
    (body: { reason: string; rule: boolean }, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/ignore', { params: { id: line.id }, body, idempotencyKey }),
    () => setOpen(false),
  )
  useEffect(() => {
    if (!open) return
    const press = ({ target }: Event) => {
      if (target instanceof Node && !around.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [open])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the menu
    <div
      ref={around}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
      }}
    >
      <Button
        data-do=""
        aria-expanded={open}
        aria-controls={id}
        pending={act.pending}
        className="min-h-11 w-full px-3 py-1 text-sm"
        onClick={() => setOpen(!open)}
      >
        {t('bank.ignore-do')}
        <Icon name="down" size={16} />
      </Button>
      {open && (
        <div
          id={id}
          ref={(menu) => menu?.scrollIntoView({ block: 'nearest' })}
          className="absolute right-0 z-20 mt-1 w-64 rounded-2xl bg-card p-2 text-sm shadow-lift"
        >
          <ul>
            {(line.paidOut ? ofPayout : reasons).map((reason) => (
              <li key={reason}>
                <button
                  type="button"
                  disabled={rule && !standing.includes(reason)}
                  className="block min-h-11 w-full rounded-xl px-3 text-left hover:bg-gold-1 disabled:opacity-50"
                  onClick={() => void act.send({ reason, rule })}
                >
                  {t(`bank.ignore-${reason}`)}
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                className="block min-h-11 w-full rounded-xl px-3 text-left hover:bg-gold-1"
                onClick={() => setOther(true)}
              >
                {t('bank.ignore')}
              </button>
            </li>
          </ul>
          <div className="border-t border-line px-3 pt-2">
            <Checkbox label={t('bank.make-rule')} checked={rule} onChange={(event) => setRule(event.target.checked)} />
          </div>
        </div>
      )}
      <ActState act={act} />
      <ActDialog
        open={other}
        onClose={() => setOther(false)}
        title={t('bank.ignore-title', { amount: money(line.amount) })}
      >
        <IgnoreForm line={line} onClose={() => setOther(false)} />
      </ActDialog>
    </div>
  )
}
