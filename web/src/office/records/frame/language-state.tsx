import { useLocale, useT } from '../../../i18n/context.tsx'
import { date, time } from '../../../i18n/format.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import type { Language, Summary } from '../record-queries.ts'

type State = Summary['en']['state']

const looks = {
  missing: ['act', 'warning'],
  draft: ['over', 'edit'],
  changed: ['wait', 'edit'],
  live: ['good', 'check'],
} as const satisfies Record<State, readonly [BadgeTone, IconName]>

/** The state of one language of a record: icon, label and colour. */
export function LanguageState({ record, language }: { record: Summary; language: Language }) {
  const t = useT()
  const locale = useLocale()
  const schedule = record.schedules.find((one) => one.state === 'waiting' && one.languages.includes(language))
  if (schedule)
    return (
      <Badge tone="dark" icon="clock">
        {date(locale, schedule.at, 'short')}, {time(locale, schedule.at)}
      </Badge>
    )
  const { state } = record[language]
  if (language === 'zh' && record.older > 0 && state !== 'missing')
    return (
      <Badge tone="wait" icon="swap">
        {t('records.older')}
      </Badge>
    )
  const [tone, icon] = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`records.state-${state}`)}
    </Badge>
  )
}

/** The language of something. */
export function LanguageMark({ language }: { language: Language }) {
  const words = { en: ['EN', 'English'], zh: ['中', '中文'] } as const
  const [mark, name] = words[language]
  return (
    <span className="inline-flex items-center gap-2 font-bold" lang={language === 'zh' ? 'zh-Hans' : 'en'}>
      <span aria-hidden="true" className="rounded-md bg-lacquer px-2 py-0.5 text-sm text-gold-1">
        {mark}
      </span>
      {name}
    </span>
  )
}
