import { useState } from 'react'
import { api, type Body } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { ColumnChoice } from '../kit/columns/column-choice.tsx'
import { columnNames } from '../kit/columns/column-names.ts'
import { ColumnSample } from '../kit/columns/column-sample.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Columns } from './bank-queries.ts'
import { StatusWords, type Meanings } from './status-words.tsx'

type Layout = Body<'/api/admin/bank/statement/{id}/layout', 'put'>
type Single = 'date' | 'credit' | 'debit' | 'amount' | 'indicator' | 'status' | 'payer' | 'reference'

/** Asks which column is which, for an unknown bank. */
export function ColumnsForm({ id, columns }: { id: string; columns: Columns }) {
  const t = useT()
  const { guess } = columns
  const [layout, setLayout] = useState<Omit<Layout, '$schema'>>({
    ...guess,
    description: guess.description ?? [],
    bank: '',
  })
  const [signed, setSigned] = useState(guess.amount >= 0)
  const [meanings, setMeanings] = useState<Meanings>(() =>
    Object.fromEntries([
      ...(guess.final ?? []).map((word) => [word, true] as const),
      ...(guess.notFinal ?? []).map((word) => [word, false] as const),
    ]),
  )
  const words = columns.unknown?.[layout.status] ?? []
  const act = useActOnce(
    (body: Omit<Layout, '$schema'>) => api.put('/api/admin/bank/statement/{id}/layout', { params: { id }, body }),
    () => {},
  )
  const names = columnNames(columns, t)
  const choice = (key: Single, required = false) => (
    <ColumnChoice
      label={t(`bank.column-${key}`)}
      optional={!required}
      names={names}
      value={layout[key]}
      onChange={(at) => setLayout({ ...layout, [key]: at })}
    />
  )
  const toggle = (at: number) =>
    setLayout({
      ...layout,
      description: layout.description?.includes(at)
        ? layout.description.filter((other) => other !== at)
        : [...(layout.description ?? []), at].toSorted((a, b) => a - b),
    })
  const ready =
    layout.date >= 0 &&
    (signed ? layout.amount >= 0 : layout.credit >= 0) &&
    words.every((word) => meanings[word] !== undefined)
  const saying = (final: boolean) => Object.keys(meanings).filter((word) => meanings[word] === final)
  return (
    <form
      className="max-w-4xl space-y-6"
      onSubmit={act.submit(() =>
        ready
          ? {
              ...layout,
              ...(signed ? { credit: -1, debit: -1 } : { amount: -1, indicator: -1 }),
              final: saying(true),
              notFinal: saying(false),
            }
          : null,
      )}
    >
      <Notice title={t('bank.columns-title')}>{t('bank.columns-text')}</Notice>
      <ColumnSample names={names} rows={columns.sample ?? []} />
      <TextField
        label={t('bank.bank-name')}
        maxLength={40}
        autoComplete="off"
        value={layout.bank}
        onChange={(event) => setLayout({ ...layout, bank: event.target.value })}
      />
      <div className="grid gap-5 md:grid-cols-2">
        {choice('date', true)}
        {choice('payer')}
        {choice('reference')}
        {choice('status')}
      </div>
      {words.length > 0 && <StatusWords words={words} meanings={meanings} onChange={setMeanings} />}
      <fieldset>
        <legend className="mb-2 font-semibold">{t('bank.column-description')}</legend>
        <div className="flex flex-wrap gap-2">
          {names.map((name, at) => (
            <label
              // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and options have no state
              key={`${at} ${name}`}
              className="flex min-h-12 cursor-pointer items-center gap-2 rounded-full bg-card px-4 shadow-[inset_0_0_0_1.5px_var(--color-line-2)] has-checked:bg-gold-1"
            >
              <input
                type="checkbox"
                className="h-5 w-5 accent-cinnabar"
                checked={layout.description?.includes(at) ?? false}
                onChange={() => toggle(at)}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <RadioCards
        legend={t('bank.amounts')}
        name="amounts"
        columns={2}
        value={signed ? 'one' : 'two'}
        onChange={(value) => setSigned(value === 'one')}
        options={[
          { value: 'two', title: t('bank.amounts-two') },
          { value: 'one', title: t('bank.amounts-one') },
        ]}
      />
      <div className="grid gap-5 md:grid-cols-2">
        {signed ? choice('amount', true) : choice('credit', true)}
        {choice(signed ? 'indicator' : 'debit')}
      </div>
      <ActState act={act} />
      <Button type="submit" kind="primary" disabled={!ready} pending={act.pending}>
        {t(act.unsent ? 'common.try-again' : 'bank.columns-do')}
      </Button>
    </form>
  )
}
