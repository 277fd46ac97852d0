import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DateField } from '../../kit/field/date-field.tsx'
import { CentsField } from './cents-field.tsx'
import { readLaterPrices, writeLaterPrices, type LaterPrice } from './later-prices.ts'

type Props = { id: string; value: string; error?: string; onChange: (value: string) => void }

/** Scheduled prices, one below another. */
export function LaterPrices({ id, value, error, onChange }: Props) {
  const t = useT()
  const [rows, setRows] = useState<readonly (LaterPrice & { id: number })[]>(() =>
    readLaterPrices(value).map((price, id) => ({ ...price, id })),
  )
  const put = (next: typeof rows) => {
    setRows(next)
    onChange(writeLaterPrices(next))
  }
  const change = (id: number, part: Partial<LaterPrice>) =>
    put(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <div id={id} className="space-y-3">
      {rows.map((row) => (
        <div key={row.id} className="flex flex-wrap items-end gap-3 rounded-2xl bg-gold-1 p-4">
          <DateField
            label={t('office.field.from')}
            ahead
            value={row.day}
            error={row.day === '' && row.amount !== '' && error ? t('records.later-day-missing') : undefined}
            onChange={(day) => change(row.id, { day })}
          />
          <CentsField
            id={`later-${row.id}`}
            label={t('records.later-price')}
            value={row.amount}
            error={row.amount === '' && row.day !== '' && error ? t('records.amount-wrong') : undefined}
            onChange={(amount) => change(row.id, { amount })}
          />
          <IconButton
            icon="close"
            label={t('records.later-remove')}
            onClick={() => put(rows.filter(({ id }) => id !== row.id))}
          />
        </div>
      ))}
      {error && <FieldError id="later-error" text={error} />}
      <Button
        icon="clock"
        onClick={() => setRows([...rows, { day: '', amount: '', id: Math.max(-1, ...rows.map(({ id }) => id)) + 1 }])}
      >
        {t('records.later-add')}
      </Button>
    </div>
  )
}
