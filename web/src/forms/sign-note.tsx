import { createContext, use } from 'react'
import type { components } from '../api/schema'
import { dayOf } from '../domain/form/validate.ts'
import { zodiacOn, type Sign } from '../domain/form/zodiac.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { date } from '../i18n/format.ts'
import type { Locale, Translate } from '../i18n/messages.ts'

/** When years of signs begin, and whose sign meets Tai Sui in those that are told. */
export type TaiSui = components['schemas']['ContentTaiSui']

/** What the forms below tell about signs; undefined where they tell nothing. */
export const TaiSuiContext = createContext<TaiSui | undefined>(undefined)

/** In which of the years that are told a sign meets Tai Sui, as sentences; none where it does not. */
export function taiSuiWords({ years }: TaiSui, sign: Sign, t: Translate, locale: Locale): string[] {
  return years
    .filter(({ meets }) => meets.includes(sign))
    .map((year) => {
      const words = { sign: t(`form.sign-${sign}`), year: t(`form.sign-${year.sign}`), date: date(locale, year.begins) }
      return t(year.coming ? 'form.tai-sui-coming' : 'form.tai-sui-now', words)
    })
}

/** The sign of a birth date as soon as it is whole, and a calm word where it meets Tai Sui. */
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
