import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferingOption } from '../../../../domain/offering.ts'
import { OptionPicker } from '../../../../features/offering/option-picker.tsx'
import { LanguageProvider, useLocale, useT } from '../../../../i18n/context.tsx'
import { date, dayOf, money } from '../../../../i18n/format.ts'
import { languageTag, type Locale } from '../../../../i18n/messages.ts'
import { Card } from '../../../kit/layout/card.tsx'
import { loadMessages } from '../../../kit/session/language.ts'
import { Loaded } from '../../../kit/query/loaded.tsx'
import { LanguageChoice } from '../../preview/language-choice.tsx'
import { laterOf, listed, priceOn } from '../../prices/price-changes.ts'
import type { OptionUse } from '../../record-queries.ts'

type Fields = Readonly<Record<string, string>>
type Props = { fields: Fields; use: readonly OptionUse[] }

/** A preview of the options if the draft is published today, in either language, with notes about what is not shown. */
export function VisitorsOptions({ fields, use }: Props) {
  const t = useT()
  const own = useLocale()
  const [locale, setLocale] = useState<Locale>(own)
  const [today] = useState(() => dayOf(Date.now()))
  const [chosen, setChosen] = useState('')
  const messages = useQuery({
    queryKey: ['messages', locale],
    queryFn: () => loadMessages(locale),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const options = onSite(fields, use, locale, today)
  return (
    <Card title={t('records.phone')}>
      <LanguageChoice label={t('records-offering.seen-language')} value={locale} onChange={setLocale} wide />
      {options.length === 0 ? (
        <p className="text-ink-2">{t('records-offering.seen-none')}</p>
      ) : (
        <Loaded query={messages} lines={4}>
          {(words) => (
            <div lang={languageTag[locale]}>
              <LanguageProvider locale={locale} messages={words}>
                <OptionPicker
                  stacked
                  title={t('records.options')}
                  options={options}
                  value={chosen}
                  onChange={setChosen}
                />
              </LanguageProvider>
            </div>
          )}
        </Loaded>
      )}
      <Notes fields={fields} use={use} today={today} />
    </Card>
  )
}

/** What the cards do not show: future prices, and options sold elsewhere or not at all. */
function Notes({ fields, use, today }: Props & { today: string }) {
  const t = useT()
  const locale = useLocale()
  const nameOf = (key: string) =>
    fields[`option.${key}.title.${locale}`] || fields[`option.${key}.title.en`] || t('records-offering.unnamed')
  const notes = listed(fields).flatMap((key) => {
    const next = priceOn(fields, key, today)?.open ? undefined : laterOf(fields, key).find(({ day }) => day > today)
    const name = nameOf(key)
    return [
      ...(next
        ? [t('records-offering.seen-later', { name, amount: money(next.cents), day: date(locale, next.day, 'short') })]
        : []),
      ...(isOnSite(fields, key) ? [] : [t('records-offering.seen-counter', { name })]),
      ...(use.some((one) => one.key === key && !one.active) ? [t('records-offering.seen-stopped', { name })] : []),
    ]
  })
  if (notes.length === 0) return null
  return (
    <ul className="mt-4 space-y-1 text-sm text-ink-2">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

const isOnSite = (fields: Fields, key: string) => (fields[`option.${key}.channels`] ?? '').split(' ').includes('site')

function onSite(fields: Fields, use: readonly OptionUse[], locale: Locale, today: string): OfferingOption[] {
  return listed(fields).flatMap((key): OfferingOption[] => {
    const live = use.find((one) => one.key === key)
    const price = priceOn(fields, key, today)
    if (!isOnSite(fields, key) || live?.active === false || !price) return []
    const places = fields[`option.${key}.places`]
    return [
      {
        id: key,
        key,
        title: fields[`option.${key}.title.${locale}`] ?? '',
        chineseTitle: fields[`option.${key}.title.zh`] ?? '',
        description: fields[`option.${key}.text.${locale}`] ?? '',
        ...(price.open ? { min: price.cents } : { price: price.cents }),
        remaining: live ? live.remaining : places ? Number(places) : undefined,
        suggestions: [],
        terms: [],
      },
    ]
  })
}
