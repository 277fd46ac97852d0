import type { Locale } from '../../i18n/messages.ts'

/** A badge with the language of a writer. */
export function LanguageMark({ locale, dark = false }: { locale: Locale; dark?: boolean }) {
  return (
    <span
      lang={locale === 'zh' ? 'zh-Hans' : 'en'}
      className={`rounded-md px-1.5 text-sm font-bold ${dark ? 'bg-lacquer text-gold-1' : 'bg-paper-2 text-ink-2'}`}
    >
      {locale === 'zh' ? '中' : 'EN'}
    </span>
  )
}
