import { money, thousands } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { Locale } from '../../i18n/messages.ts'
import { ageOf } from '../kit/format/age.ts'
import { signed } from '../kit/format/signed.ts'
import type { Today } from './today-queries.ts'

type Waiting = Today['waiting'][number]

/** The texts of an open task; a single item is called by its name. */
export type WaitingWords = {
  heading: string
  /** Names, or the start of the oldest one. They are of people and texts, and may be long. */
  names: string
  lines: string[]
}

/** The texts for an open task, for its card and for the list of others' tasks. */
export function waitingWords(t: Translate, locale: Locale, waiting: Waiting, now: string): WaitingWords {
  const { what, since, sum, oldest } = waiting
  const all = waiting.names?.map((name) => name[locale] || name.en || name.zh) ?? []
  const alone = aloneHeading(t, waiting, all)
  const age = since && what !== 'bank' ? ageOf(since, Date.parse(now)) : undefined
  const total = sum ? `, ${what === 'differences' ? signed(sum) : money(sum)}` : ''
  return {
    heading: alone ?? `${t(`today.${what}`, { count: waiting.count })}${total}`,
    names: oldestOf(t, what, oldest) ?? (alone ? '' : all.join(' · ')),
    lines: [
      what === 'answers' || what === 'alike' ? t(`today.${what}-text`) : '',
      what === 'letters' && oldest?.name
        ? t('today.letters-oldest', { name: oldest.name, count: oldest.tries ?? 1 })
        : '',
      what === 'letters' && oldest?.why ? t(`office.letter-why-${oldest.why}`) : '',
      waiting.ready
        ? t('today.imports-ready', {
            count: waiting.ready.ready,
            shown: thousands(waiting.ready.ready),
            rows: thousands(waiting.ready.rows),
          })
        : '',
      [
        age ? t(`today.oldest-${age.unit}`, { count: age.count }) : ownText(t, waiting),
        waiting.short ? t('today.transfers-short', { count: waiting.short }) : '',
        waiting.mine ? t('today.inbox-mine', { count: waiting.mine }) : '',
      ]
        .filter(Boolean)
        .join(' · '),
    ].filter(Boolean),
  }
}

/** The text of the item that has waited longest: a message, or the explanation of a cash difference. */
function oldestOf(t: Translate, what: Waiting['what'], oldest: Waiting['oldest']): string | undefined {
  if (!oldest || (what !== 'inbox' && what !== 'alike' && what !== 'differences')) return undefined
  const { name, text } = oldest
  return name && text
    ? t(what === 'differences' ? 'today.differences-who' : 'today.oldest', { name, text })
    : (name ?? text ?? '')
}

/** The heading for a single item with a name. */
function aloneHeading(
  t: Translate,
  { what, count, lacks, ready }: Waiting,
  names: readonly string[],
): string | undefined {
  const [name] = names
  if (count !== 1 || !name) return undefined
  if (what === 'imports')
    return ready?.decide ? t('today.imports-decide', { count: ready.decide, name }) : t('today.imports-named', { name })
  if (what === 'drafts' || what === 'older' || what === 'problems') return t(`today.${what}-named`, { name })
  if (what === 'missing' && (lacks === 'en' || lacks === 'zh')) return t(`today.missing-named-${lacks}`, { name })
  if (what === 'staff' && (lacks === 'invitation' || lacks === 'second-step'))
    return t(`today.staff-named-${lacks}`, { name })
  return undefined
}

/** Why bank files could not be parsed, if it is the same for all. */
const keeps = ['columns', 'failed', 'lost', 'stopped'] as const

function ownText(t: Translate, { what, lacks, oldest }: Waiting): string {
  if (what === 'bank-files') return t(`today.bank-files-text-${keeps.find((why) => why === lacks) ?? 'several'}`)
  if (what === 'letters' && oldest) return ''
  if (what === 'staff' && (lacks === 'invitation' || lacks === 'second-step')) return t(`today.staff-text-${lacks}`)
  return t(`today.${what}-text`)
}
