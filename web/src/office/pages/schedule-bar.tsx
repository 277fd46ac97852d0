import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActState } from '../kit/act-state.tsx'
import { refresh } from '../kit/refresh.ts'
import { useAct } from '../kit/use-act.ts'
import { ProblemLine } from './problem-line.tsx'
import type { Summary } from './record-queries.ts'

/** What goes on the site by itself, or did not. */
export function ScheduleBar({ record, onChanged }: { record: Summary; onChanged: () => void }) {
  return record.schedules.map((schedule) => (
    <Scheduled key={schedule.id} record={record} schedule={schedule} onChanged={onChanged} />
  ))
}

function Scheduled(props: { record: Summary; schedule: Summary['schedules'][number]; onChanged: () => void }) {
  const { record, schedule, onChanged } = props
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const act = useAct(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/record/{id}/schedule/{schedule}/withdraw', {
        params: { id: record.id, schedule: schedule.id },
        idempotencyKey,
      }),
    () => {
      void refresh(client, 'records')
      onChanged()
    },
  )
  const one = schedule.languages[0] === 'zh' ? 'pages.only-zh' : 'pages.only-en'
  const which = t(schedule.languages.length === 2 ? 'pages.both-languages' : one)
  const wrong = schedule.state === 'problem'
  return (
    <div className="mb-4">
      <Notice
        kind={wrong ? 'error' : 'info'}
        title={t(wrong ? 'pages.did-not-go-at' : 'pages.goes-at', { at: dateTime(locale, schedule.at) })}
      >
        {wrong ? (
          <ul className="list-disc pl-5">
            {schedule.problems.map((problem) => (
              <li key={`${problem.code} ${problem.field}`}>
                <ProblemLine problem={problem} />
              </li>
            ))}
          </ul>
        ) : (
          <p>
            {t('pages.goes-text', { which })}
            {schedule.again && ` ${t('pages.goes-again')}`}
          </p>
        )}
        <Button className="mt-3" pending={act.pending} onClick={() => void act.send({})}>
          {t(wrong ? 'pages.forget-schedule' : 'pages.not-yet')}
        </Button>
        <ActState act={act} />
      </Notice>
    </div>
  )
}
