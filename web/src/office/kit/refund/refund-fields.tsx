import { useT } from '../../../i18n/context.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

/** Method and reason of a refund. */
export type RefundChoice = { method?: 1 | 2001; reason?: string; note: string }

export const noChoice: RefundChoice = { note: '' }

/** The values for the API, or null while something is missing. */
export function refundOf({ method, reason, note }: RefundChoice, needsReason = true) {
  if (!method || (needsReason && !reason) || (reason === 'other' && note.trim() === '')) return null
  return { method, reason, note: note.trim() || undefined }
}

const refundReasons = ['asked-by-devotee', 'ceremony-cancelled', 'paid-twice', 'mistake', 'other'] as const

type Props = {
  value: RefundChoice
  onChange: (value: RefundChoice) => void
  /** The last submit had missing values. */
  tried: boolean
  /** Whether bank transfer is offered, which is for the treasurer. */
  transfer: boolean
  /** Set for an excess, whose refund needs no reason. */
  withoutReason?: boolean
}

export function RefundFields({ value, onChange, tried, transfer, withoutReason = false }: Props) {
  const t = useT()
  const ways = transfer ? (['cash', 'transfer'] as const) : (['cash'] as const)
  return (
    <>
      <RadioCards
        legend={t('office.refund-how')}
        name="method"
        columns={ways.length > 1 ? 2 : 1}
        value={value.method === undefined ? undefined : value.method === 1 ? 'cash' : 'transfer'}
        onChange={(way) => onChange({ ...value, method: way === 'cash' ? 1 : 2001 })}
        error={tried && !value.method ? t('office.refund-how-choose') : undefined}
        options={ways.map((way) => ({
          value: way,
          title: t(`office.refund-${way}`),
          text: t(`office.refund-${way}-text`),
        }))}
      />
      {!withoutReason && (
        <RadioCards
          legend={t('office.reason')}
          name="reason"
          value={value.reason}
          onChange={(reason) => onChange({ ...value, reason })}
          error={tried && !value.reason ? t('office.reason-choose') : undefined}
          options={refundReasons.map((code) => ({ value: code, title: t(`office.refund-reason-${code}`) }))}
        />
      )}
      <TextArea
        label={t('office.refund-note')}
        hint={t('office.refund-note-hint')}
        optional={value.reason !== 'other'}
        error={tried && value.reason === 'other' && value.note.trim() === '' ? t('office.note-missing') : undefined}
        maxLength={500}
        rows={2}
        value={value.note}
        onChange={(event) => onChange({ ...value, note: event.target.value })}
      />
    </>
  )
}
