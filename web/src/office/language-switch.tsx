import { useLocale } from '../i18n/context.tsx'
import { languageName, languageTag, type Locale } from '../i18n/messages.ts'

/** A button for the other language, named in that language. */
export function LanguageSwitch(props: { onLocale: (locale: Locale) => void; className?: string }) {
  const other = useLocale() === 'en' ? 'zh' : 'en'
  return (
    <button
      type="button"
      lang={languageTag[other]}
      onClick={() => props.onLocale(other)}
      className={`min-h-11 rounded-full px-3 font-bold underline decoration-1 underline-offset-4 ${props.className ?? ''}`}
    >
      {languageName[other]}
    </button>
  )
}
