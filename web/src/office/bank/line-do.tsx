import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { shortNumber } from '../kit/format/short-number.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Candidate, Line } from './bank-queries.ts'
import { Do } from './do-button.tsx'
import { missing, proposed, type Part } from './line-parts.ts'
import { NotAnOrder } from './not-an-order.tsx'
import { SameLine } from './same-line.tsx'
import { Waive } from './waive.tsx'

type Props = { line: Line; open: boolean; chosen: Candidate | undefined; onOther: () => void }

/** The actions for a line: one button, and a link to choose another order. */
export function LineDo({ line, open, chosen, onOther }: Props) {
  const t = useT()
  if (!open) return null
  if (line.takesBack) return <Pair line={line} />
  if (line.state === 'matched' || line.state === 'ignored') return <TakeBack line={line} />
  if (line.state !== 'open' || line.currency) return line.state === 'open' ? <NotAnOrder line={line} /> : null
  const other = (
    <button type="button" data-other="" className="sr-only focus:not-sr-only" onClick={onOther}>
      {t('bank.other-order')}
    </button>
  )
  if (line.like)
    return (
      <>
        <SameLine line={line} />
        {chosen ? <Settle line={line} chosen={chosen} /> : <NotAnOrder line={line} />}
        {other}
      </>
    )
  if (line.class === 'certain')
    return (
      <span className="font-bold text-jade">
        {t('bank.ready')}
        {other}
      </span>
    )
  if (!chosen) return <NotAnOrder line={line} />
  return (
    <>
      <Settle line={line} chosen={chosen} />
      {other}
    </>
  )
}

/** Settles the proposed or chosen order, and shows what stays due. */
function Settle({ line, chosen }: { line: Line; chosen: Candidate }) {
  const t = useT()
  const act = useActOnce(
    (parts: Part[], idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/match', { params: { id: line.id }, body: { parts }, idempotencyKey }),
    () => {},
  )
  const [only] = line.candidates
  const parts =
    (line.candidates.length > 1 || only?.invoiceId === chosen.invoiceId) && line.class === 'likely'
      ? proposed(line)
      : undefined
  const rest = line.candidates.length > 1 && parts ? 0 : missing(line, chosen)
  if (rest > 0 && rest <= line.waivable) return <Waive line={line} chosen={chosen} rest={rest} />
  return (
    <Do
      act={act}
      sub={
        rest > 0
          ? t('bank.stays-due', { amount: money(rest) })
          : rest < 0
            ? t('bank.kept-over', { amount: money(-rest) })
            : undefined
      }
      onDo={() => void act.send(parts ?? [{ invoiceId: chosen.invoiceId, amount: line.amount }])}
    >
      {line.class === 'several' || line.class === 'none'
        ? t('bank.settle-order', { number: shortNumber(chosen.number) })
        : t('bank.settle-do', { amount: money(line.amount) })}
    </Do>
  )
}

/** Pairs a transfer with the return that takes it back: the order is due again, its receipt is void. */
function Pair({ line }: { line: Line }) {
  const t = useT()
  const act = useActOnce(
    (credit: string, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/pair', { params: { id: line.id }, body: { lineId: credit }, idempotencyKey }),
    () => {},
  )
  const back = line.takesBack
  if (!back) return null
  return (
    <Do act={act} sub={back.invoiceId ? t('bank.receipt-void') : undefined} onDo={() => void act.send(back.lineId)}>
      {t(back.invoiceId ? 'bank.pair-reopen' : 'bank.pair')}
    </Do>
  )
}

function TakeBack({ line }: { line: Line }) {
  const t = useT()
  const act = useActOnce(
    (_: null, idempotencyKey) =>
      api.post('/api/admin/bank/line/{id}/undo', { params: { id: line.id }, idempotencyKey }),
    () => {},
  )
  return (
    <Do act={act} onDo={() => void act.send(null)}>
      {t('common.undo')}
    </Do>
  )
}
