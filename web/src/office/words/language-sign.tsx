import type { Language } from './word-queries.ts'

/** A symbol for a language before its text; its name is available elsewhere. */
export function LanguageSign({ language }: { language: Language }) {
  return (
    <span
      aria-hidden="true"
      className="mr-1 inline-block rounded-md bg-paper-2 px-2 text-sm leading-7 font-semibold text-ink-2"
    >
      {language === 'en' ? 'EN' : '中'}
    </span>
  )
}
