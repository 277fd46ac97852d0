import type { Language } from './word-queries.ts'

/** The sign of a language before what is written in it; its name is said elsewhere. */
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
