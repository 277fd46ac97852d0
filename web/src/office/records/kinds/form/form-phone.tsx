import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormDefinition } from '../../../../domain/form/definition.ts'
import { LanguageProvider, useLocale, useT } from '../../../../i18n/context.tsx'
import { languageTag, type Locale } from '../../../../i18n/messages.ts'
import { Loaded } from '../../../kit/query/loaded.tsx'
import { loadMessages } from '../../../kit/session/language.ts'
import type { Effect } from '../../publish/form-effect.tsx'
import { LanguageChoice } from '../../preview/language-choice.tsx'
import { PhoneForm } from './phone-form.tsx'

type Props = {
  definition: FormDefinition
  /** What visitors have chosen before the form, if it determines the number of names. */
  options: Effect['options']
}

/** A preview of the form on a phone, in either language, with the site's fields and validation. Nothing is sent. */
export function FormPhone({ definition, options }: Props) {
  const t = useT()
  const own = useLocale()
  const [locale, setLocale] = useState<Locale>(own)
  const [chosen, setChosen] = useState(0)
  const option = options[chosen] ?? options[0]
  const several = new Set(options.map(({ offering }) => offering.en)).size > 1
  const messages = useQuery({
    queryKey: ['messages', locale],
    queryFn: () => loadMessages(locale),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-label={t('records.phone')} className="xl:sticky xl:top-20">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <LanguageChoice label={t('records-form.phone-language')} value={locale} onChange={setLocale} />
        {options.length > 0 && (
          <select
            aria-label={t('records-form.phone-option')}
            className="field mb-3 w-auto max-w-full"
            value={options[chosen] ? chosen : 0}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {options.map((one, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may have the same name
              <option key={i} value={i}>
                {several ? `${one.offering[own]} · ` : ''}
                {t('records-form.phone-names', { option: one.option[own], count: one.names })}
              </option>
            ))}
          </select>
        )}
      </div>
      <div
        lang={languageTag[locale]}
        className="phone max-h-[46rem] max-w-[23rem] overflow-y-auto rounded-[2rem] border-8 border-[#1d1007] bg-paper p-4"
      >
        <Loaded query={messages}>
          {(words) => (
            <LanguageProvider locale={locale} messages={words}>
              <PhoneForm definition={definition} nameCapacity={option?.names} />
            </LanguageProvider>
          )}
        </Loaded>
      </div>
      <p className="mt-3 max-w-[23rem] text-center text-sm text-ink-2">{t('records-form.phone-text')}</p>
    </section>
  )
}
