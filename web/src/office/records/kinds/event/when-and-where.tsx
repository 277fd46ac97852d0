import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useT } from '../../../../i18n/context.tsx'
import { dayOf } from '../../../../i18n/format.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { FieldLine } from '../../field/field-line.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { languages } from '../../record-queries.ts'
import { previewQuery, type Preview, type Rule } from './event-queries.ts'
import { ExceptionsCard } from './exceptions-card.tsx'
import { NextDates } from './next-dates.tsx'
import { readRule } from './read-rule.ts'
import { hasDays } from './rule-kind.ts'
import { SessionsCard } from './sessions-card.tsx'
import { WhenCard } from './when-card.tsx'

type Props = { work: RecordWork; limits: Record<string, number>; onField: (field: string) => void }

/** The place of an event and its repeat rule, with the resulting dates while typing. */
export function WhenAndWhere({ work, limits, onField }: Props) {
  const t = useT()
  const { keeper, snapshot, record } = work
  const { fields } = snapshot
  const rule = readRule(fields.rule)
  const place = { en: fields['place.en'] ?? '', zh: fields['place.zh'] ?? '' }
  const [today] = useState(() => dayOf(Date.now()))
  const [all, setAll] = useState(false)
  const typed = useDeferred(rule)
  const enabled = hasDays(typed)
  const query = useQuery({ ...previewQuery(record.key, useDeferred(place), typed, all), enabled })
  const [last, setLast] = useState<Preview>()
  const preview = query.data?.preview
  if (preview && preview !== last) setLast(preview)
  const wrong = fields.rule && enabled ? (query.data?.wrong ?? []) : []
  const errorOf = (id: string) => wrong.find(({ field }) => field === id)?.title
  const set = (next: Rule) => keeper.type('rule', JSON.stringify(next))
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="space-y-5" onFocus={() => onField('rule')}>
        <WhenCard rule={rule} set={set} preview={last} errorOf={errorOf} />
        <Panel>
          <h2 className="mb-3 text-2xl">{t('records-event.where')}</h2>
          <div className="grid gap-4 sm:grid-cols-2">
            {languages.map((language) => (
              <FieldLine key={language} name={`place.${language}`} work={work} limits={limits} onField={onField} />
            ))}
          </div>
        </Panel>
        <SessionsCard rule={rule} set={set} errorOf={errorOf} />
        <ExceptionsCard rule={rule} set={set} preview={last} errorOf={errorOf} />
      </div>
      <NextDates
        preview={last}
        failed={!enabled || (!preview && !query.isPending)}
        past={rule.kind === 'dates' && (rule.days ?? []).every((day) => day < today)}
        fresh={!query.isPlaceholderData}
        all={all}
        onAll={setAll}
      />
    </div>
  )
}

/** A deferred value that keeps its identity while it is equal. */
function useDeferred<Value>(value: Value): Value {
  return JSON.parse(useDeferredValue(JSON.stringify(value))) as Value
}
