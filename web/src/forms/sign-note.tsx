import { createContext, use } from 'react'
import type { components } from '../api/schema'
import { dayOf } from '../domain/form/validate.ts'
import { zodiacOn, type Sign } from '../domain/form/zodiac.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { date } from '../i18n/format.ts'
import type { Locale, Translate } from '../i18n/messages.ts'

/** When zodiac years begin, and which signs meet Tai Sui in which years. */
export type TaiSui = components['schemas']['ContentTaiSui']

/** The zodiac data for the forms below; undefined hides the notes about signs. */
export const TaiSuiContext = createContext<TaiSui | undefined>(undefined)

/** Sentences for the years in which a sign meets Tai Sui; empty if none. */
export function taiSuiWords({ years }: TaiSui, sign: Sign, t: Translate, locale: Locale): string[] {
  return years
    .filter(({ meets }) => meets.includes(sign))
    .map((year) => {
      const words = { sign: t(`form.sign-${sign}`), year: t(`form.sign-${year.sign}`), date: date(locale, year.begins) }
      return t(year.coming ? 'form.tai-sui-coming' : 'form.tai-sui-now', words)
    })
}

/** Shows the zodiac sign of a complete birth date, and a calm note if it meets Tai Sui. */
export function SignNote({ value }: { value: unknown }) {
  const t = useT()
  const locale = useLocale()
  const known = use(TaiSuiContext)
  const at = dayOf(value)
  const sign = known && at !== undefined ? zodiacOn(at, known.from) : undefined
  const meets = known && sign ? taiSuiWords(known, sign, t, locale) : []
  return (
    <div role="status" className="mt-2 text-ink-2 empty:hidden">
      {sign && <p className="font-semibold text-ink">{t('form.sign-is', { sign: t(`form.sign-${sign}`) })}</p>}
      {meets.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {meets.length > 0 && <p>{t('form.tai-sui-calm')}</p>}
    </div>
  )
}
