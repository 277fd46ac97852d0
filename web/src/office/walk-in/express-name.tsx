import { isComposing } from '../../lib/is-composing.ts'
import type { KeyboardEvent, Ref } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError, RoomNote } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changeDraft } from '../../domain/form/draft.ts'
import { chosen, mostOf } from '../../domain/order.ts'
import { asksQuantity, changeItem, type Draft } from './draft.ts'
import { asksAmount, choicesOf, named, namesOf } from './express.ts'
import { ExpressPeople, type FoundPerson } from './express-people.tsx'
import type { Line } from './use-offerings.ts'

/** The part of a quick sale with an error. */
export type Place = 'item' | 'name' | 'payer' | 'choice' | 'amount' | 'cash' | 'sale'

const longest = 100

type Props = {
  draft: Draft
  line: Line | undefined
  error: { place: Place; text: string } | undefined
  locked: boolean
  field: Ref<HTMLInputElement>
  paper: string
  onPaper: () => void
  onChange: (next: (draft: Draft) => Draft) => void
  /** Called on Enter in the name field: goes to the cash field, or searches what a scanner has typed. */
  onEnter: () => void
  onFull: () => void
}

/** The name, the payer, and a few choices. */
export function ExpressName({ draft, line, error, locked, field, paper, onPaper, onChange, onEnter, onFull }: Props) {
  const t = useT()
  const locale = useLocale()
  const wrong = (place: Place) => (error?.place === place ? error.text : undefined)
  const option = line && chosen(line.offering, line.item.order)
  const choose = (person: FoundPerson | null) =>
    onChange((now) => {
      const { id = '', name = '', chineseName = '', locale: theirs = now.locale } = person ?? {}
      const next: Draft = person
        ? {
            ...now,
            known: { id, name, chineseName, email: '', locale: theirs },
            forAccount: true,
            samePayer: true,
            locale: theirs,
            typed: chineseName || name,
          }
        : { ...now, known: null, forAccount: false }
      return named(next, line?.offering, person ? { name, chineseName } : namesOf(next.typed))
    })
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    onEnter()
  }
  return (
    <section aria-label={t('walk-in.for-whom')} className="card flex flex-col gap-3 p-4">
      <div>
        <label htmlFor="express-name" className="block font-semibold text-gold-7">
          {t('walk-in.name-of')}
        </label>
        {wrong('name') && <FieldError id="express-name-error" text={wrong('name') ?? ''} />}
        <input
          id="express-name"
          ref={field}
          value={draft.typed}
          readOnly={locked}
          maxLength={longest}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={wrong('name') ? true : undefined}
          aria-describedby={wrong('name') ? 'express-name-error' : undefined}
          onKeyDown={enter}
          onChange={(event) => {
            const typed = event.target.value
            onChange((now) => named({ ...now, typed, known: null, forAccount: false }, line?.offering, namesOf(typed)))
          }}
          className="field min-h-18 font-(family-name:--font-names) text-[2.5rem] leading-tight"
        />
        <RoomNote text={draft.typed} most={longest} />
      </div>
      <ExpressPeople
        typed={draft.typed}
        optionId={line?.item.order.optionId ?? ''}
        chosen={draft.forAccount ? draft.known?.id : undefined}
        locked={locked}
        onChoose={choose}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label={t('walk-in.same-payer')}
          checked={draft.samePayer}
          disabled={locked || draft.forAccount}
          onChange={(event) => onChange((now) => ({ ...now, samePayer: event.target.checked }))}
        />
        <button type="button" disabled={locked} className="link touch font-semibold" onClick={onFull}>
          {t('walk-in.to-full')}
        </button>
      </div>
      {!draft.samePayer && (
        <TextField
          label={t('walk-in.payer-name')}
          value={[draft.payer.chineseName, draft.payer.name].filter(Boolean).join(' ')}
          readOnly={locked}
          autoComplete="off"
          error={wrong('payer')}
          onChange={(event) => {
            const { value } = event.target
            // The quick sale has a single name; for names in both scripts there is the full form.
            const chinese = /\p{Script=Han}/u.test(value)
            onChange((now) => ({
              ...now,
              payer: { ...now.payer, name: chinese ? '' : value, chineseName: chinese ? value : '' },
            }))
          }}
        />
      )}
      {line &&
        choicesOf(line.offering).map(({ key, label, options }) => (
          <RadioCards
            key={key}
            legend={label[locale]}
            name={`express-${key}`}
            columns={2}
            error={wrong('choice')}
            value={answerIn(line, key)}
            onChange={(answer) =>
              onChange((now) =>
                changeItem(now, line.item.id, {
                  form: line.item.form && changeDraft(line.item.form, { type: 'answer', field: key, answer }),
                }),
              )
            }
            options={(options ?? []).map((one) => ({ value: one.key, title: one.label[locale] }))}
          />
        ))}
      {line && asksAmount(line.offering, line.item) && (
        <TextField
          label={t('walk-in.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={line.item.order.amount}
          readOnly={locked}
          error={wrong('amount')}
          onChange={(event) =>
            onChange((now) =>
              changeItem(now, line.item.id, { order: { ...line.item.order, amount: event.target.value } }),
            )
          }
          className="text-2xl font-bold tabular-nums"
        />
      )}
      <div className="mt-auto space-y-2.5">
        {error?.place === 'item' && (
          <p role="alert" className="font-semibold text-cinnabar">
            {error.text}
          </p>
        )}
        {line && (
          <div className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
            <p className="min-w-0 grow leading-snug">
              <span className="block text-lg font-bold">
                {line.offering.options.length > 1 ? line.optionTitle : line.title}
              </span>
              <span className="block text-sm text-ink-2">{option?.description}</span>
            </p>
            {asksQuantity(line.offering, line.item.order) && (
              <Quantity
                label={line.title}
                hideLabel
                value={line.item.order.quantity}
                most={mostOf(option)}
                pending={locked}
                onChange={(quantity) =>
                  onChange((now) => changeItem(now, line.item.id, { order: { ...line.item.order, quantity } }))
                }
              />
            )}
            <p className="text-xl font-bold tabular-nums">{line.cents === undefined ? '–' : money(line.cents, true)}</p>
          </div>
        )}
        <p className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-2 text-sm text-ink-2">
          <span className="flex items-center gap-2">
            <Icon name="print" size={18} />
            {paper}
          </span>
          <button type="button" className="link touch font-semibold" onClick={onPaper}>
            {t('common.change')}
          </button>
        </p>
      </div>
    </section>
  )
}

function answerIn(line: Line, key: string): string | undefined {
  const answer = line.item.form?.answers[key]
  return typeof answer === 'string' ? answer : undefined
}
