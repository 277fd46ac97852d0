import type { Words } from '../../domain/form/definition.ts'
import { isLeap, type BirthDraft } from '../../domain/form/draft.ts'
import { date } from '../../i18n/format.ts'
import { lunarDay, lunarMonths } from '../kit/format/lunar-words.ts'

/** A date repeated in words, in the calendar in which it was typed. */
export function dateWords(typed: BirthDraft): Words {
  const { calendar, day, month, year } = typed
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (calendar === 'solar') {
    const at = Date.UTC(y, m - 1, d)
    return { en: date('en', at, 'short'), zh: date('zh', at, 'short') }
  }
  const written = `${y}年${isLeap(typed) ? '闰' : ''}${lunarMonths[m - 1] ?? m}${lunarDay(d)}`
  return { en: written, zh: written }
}
