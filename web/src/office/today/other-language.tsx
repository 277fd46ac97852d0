import { useLocale, useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { useChangeLanguage } from '../kit/session/change-language.ts'

/** Shown to users who read only the other language. */
const there = { en: 'Show me in English', zh: '用中文看' } as const

/** Switches the office to the other language, for new users who may not have seen the switch at the top. */
export function OtherLanguage() {
  const t = useT()
  const change = useChangeLanguage()
  const other = useLocale() === 'en' ? 'zh' : 'en'
  return (
    <button
      type="button"
      onClick={() => change(other)}
      className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-full px-4 font-bold text-cinnabar hover:bg-card"
    >
      <span lang={languageTag[other]}>{there[other]}</span>
      <span className="font-normal text-ink-2">{t('today.other-language')}</span>
    </button>
  )
}
