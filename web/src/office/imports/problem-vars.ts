import { date } from '../../i18n/format.ts'
import type { Locale, Vars } from '../../i18n/messages.ts'
import type { Problem } from './import-queries.ts'

/** The variables of a problem's message: its own values, and its day in the office's language. */
export function problemVars({ params }: Pick<Problem, 'params'>, locale: Locale): Vars {
  const vars: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' || typeof value === 'number') vars[name] = value
  }
  if (locale === 'zh' && vars.optionsZh) vars.options = vars.optionsZh
  return typeof vars.day === 'string' ? { ...vars, dayText: date(locale, vars.day, 'short') } : vars
}
