import { sgt, shortMonth } from '../../../i18n/format.ts'
import type { Locale } from '../../../i18n/messages.ts'

/** A day without its year: 20 Nov · 11月20日 */
export function shortDay(locale: Locale, moment: string | number): string {
  const { day } = sgt(moment)
  return locale === 'zh' ? `${shortMonth('zh', moment)}${day}日` : `${day} ${shortMonth('en', moment)}`
}
