import { useState } from 'react'
import { plainDigits } from '../../../../domain/whole-number.ts'
import { useT } from '../../../../i18n/context.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { ChoiceRow } from '../../../kit/field/choice-row.tsx'
import { CentsField } from '../../prices/cents-field.tsx'
import { FieldLine } from '../../field/field-line.tsx'
import { LaterPrices } from '../../prices/later-prices-field.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'

type Props = {
  /** The prefix of its field names: "option.family." */
  at: string
  work: RecordWork
  limits: Readonly<Record<string, number>>
  onField: (field: string) => void
  /** It is published: its stock is changed in a separate control, at once. */
  made: boolean
}

const words = { terms: ['once', 'monthly', 'yearly'], channels: ['site', 'counter'] } as const

/** The fields of an option. */
export function OptionFields({ at, work, limits, onField, made }: Props) {
  const t = useT()
  const { keeper, snapshot } = work
  const { fields, errors } = snapshot
  const [chooses, setChooses] = useState(() => !fields[`${at}price`] && !!fields[`${at}least`])
  const line = (name: string) => <FieldLine name={`${at}${name}`} limits={limits} work={work} onField={onField} />
  const amount = (name: 'price' | 'least' | 'most' | 'suggestions', most?: number) => (
    <CentsField
      id={id(at, name)}
      label={t(`records.${name}`)}
      hint={name === 'suggestions' ? t('records-offering.suggestions-hint') : undefined}
      value={fields[`${at}${name}`] ?? ''}
      error={errors[`${at}${name}`]}
      most={most}
      onChange={(cents) => keeper.type(`${at}${name}`, cents)}
    />
  )
  const count = (name: 'names' | 'each' | 'places') => (
    <TextField
      id={id(at, name)}
      label={t(`records.${name}`)}
      hint={t(`records-offering.${name}-hint`)}
      inputMode="numeric"
      autoComplete="off"
      value={fields[`${at}${name}`] ?? ''}
      error={errors[`${at}${name}`]}
      onChange={(event) => keeper.type(`${at}${name}`, plainDigits(event.target.value))}
    />
  )
  const choose = (open: boolean) => {
    setChooses(open)
    for (const name of open ? ['price', 'later'] : ['least', 'most', 'suggestions']) keeper.type(`${at}${name}`, '')
  }
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        {line('title.en')}
        {line('title.zh')}
        {line('text.en')}
        {line('text.zh')}
      </div>
      <div className="grid items-end gap-4 lg:grid-cols-[minmax(0,1fr)_13rem]">
        <ChoiceRow
          field
          label={t('records.price-kind')}
          value={chooses ? 'chooses' : 'one-price'}
          onChange={(value) => choose(value === 'chooses')}
          options={[
            ['one-price', t('records-offering.one-price')],
            ['chooses', t('records-offering.chooses')],
          ]}
        />
        {!chooses && amount('price')}
      </div>
      {chooses ? (
        <div className="grid items-end gap-4 sm:grid-cols-3">
          {amount('least')}
          {amount('most')}
          {amount('suggestions', 6)}
        </div>
      ) : (
        <LaterPrices
          id={id(at, 'later')}
          value={fields[`${at}later`] ?? ''}
          error={errors[`${at}later`]}
          onChange={(value) => keeper.type(`${at}later`, value)}
        />
      )}
      <div className="grid items-end gap-4 sm:grid-cols-3">
        {count('names')}
        {count('each')}
        {!made && count('places')}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['terms', 'channels'] as const).map((name) => (
          <fieldset key={name} id={id(at, name)}>
            <legend className="font-semibold">{t(`records.${name}`)}</legend>
            {errors[`${at}${name}`] && <p className="text-cinnabar">{errors[`${at}${name}`]}</p>}
            <div className="flex flex-wrap gap-x-6">
              {words[name].map((word) => {
                const chosen = (fields[`${at}${name}`] ?? '').split(' ').filter(Boolean)
                return (
                  <Checkbox
                    key={word}
                    label={t(
                      word === 'site' || word === 'counter'
                        ? `records-offering.channel-${word}`
                        : `records-offering.term-${word}`,
                    )}
                    checked={chosen.includes(word)}
                    onChange={({ target }) =>
                      keeper.type(
                        `${at}${name}`,
                        words[name].filter((one) => (one === word ? target.checked : chosen.includes(one))).join(' '),
                      )
                    }
                  />
                )
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </>
  )
}

const id = (at: string, name: string) => `field-${at}${name}`.replaceAll('.', '-')
