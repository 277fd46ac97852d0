import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money, time } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { api } from '../../api/client.ts'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { undoWindow } from '../kit/act/undo-store.ts'
import type { Taken } from './draft-memory.ts'
import { walkInQuery } from './walk-in-queries.ts'

type Props = { taken: Taken; onPrint: () => void; onUndone: (invoiceId: string, number: string) => void }

/** The previous sale: payer, items and total, with buttons to reprint and, for half a minute, to undo. */
export function LastSale({ taken, onPrint, onUndone }: Props) {
  const t = useT()
  const locale = useLocale()
  const { data } = useQuery(walkInQuery(taken.invoiceId, locale))
  const left = useCountdown(taken.undoable)
  const payment = data?.invoice.payments?.findLast(({ method, status }) => method === 1 && status === 'approved')
  const undo = useActOnce(
    (_, idempotencyKey) => api.post('/api/admin/cash/{id}/undo', { params: { id: payment?.id ?? '' }, idempotencyKey }),
    ({ invoice }) => onUndone(invoice.id, invoice.number),
  )
  if (!data || data.invoice.status !== 'paid') return null
  const { invoice } = data
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 text-sm text-ink-2">
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-jade-1 text-jade">
        <Icon name="check" size={16} />
      </span>
      <p className="min-w-0">
        {t('walk-in.last')}{' '}
        <b className="text-ink">
          <PayerNames name={invoice.payer.name} chinese={invoice.payer.chineseName ?? ''} />
        </b>{' '}
        {invoice.items?.[0]?.title} {money(invoice.subTotal)}
        {` · ${time(locale, taken.undoable - undoWindow)}`}
      </p>
      <p className="ml-auto flex gap-5">
        <button type="button" className="link touch font-semibold" onClick={onPrint}>
          {t('walk-in.print-again')}
        </button>
        {left > 0 && payment && (
          <button
            type="button"
            aria-disabled={undo.pending || undefined}
            className="link touch font-semibold text-cinnabar"
            onClick={() => undo.pending || void undo.send()}
          >
            {t('walk-in.undo', { seconds: left })}
          </button>
        )}
      </p>
      <ActState act={undo} />
    </div>
  )
}
