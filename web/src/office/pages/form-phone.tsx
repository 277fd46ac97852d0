import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { LanguageProvider, useLocale, useT } from '../../i18n/context.tsx'
import { languageTag, type Locale } from '../../i18n/messages.ts'
import { Loaded } from '../kit/loaded.tsx'
import { loadMessages } from '../kit/language.ts'
import { LanguageChoice } from './language-choice.tsx'
import { PhoneForm } from './phone-form.tsx'

/** The form as visitors will see it on a phone, in either language: the fields and the checks of the site. Nothing is sent. */
export function FormPhone({ definition }: { definition: FormDefinition }) {
  const t = useT()
  const own = useLocale()
  const [locale, setLocale] = useState<Locale>(own)
  const messages = useQuery({
    queryKey: ['messages', locale],
    queryFn: () => loadMessages(locale),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-label={t('forms.phone')} className="xl:sticky xl:top-20">
      <LanguageChoice label={t('forms.phone-language')} value={locale} onChange={setLocale} />
      <div
        lang={languageTag[locale]}
        className="phone max-h-[46rem] max-w-[23rem] overflow-y-auto rounded-[2rem] border-8 border-[#1d1007] bg-paper p-4"
      >
        <Loaded query={messages}>
          {(words) => (
            <LanguageProvider locale={locale} messages={words}>
              <PhoneForm definition={definition} />
            </LanguageProvider>
          )}
        </Loaded>
      </div>
      <p className="mt-3 max-w-[23rem] text-center text-sm text-ink-2">{t('forms.phone-text')}</p>
    </section>
  )
}
