import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { dateTime } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { ActState } from '../../kit/act/act-state.tsx'
import { refresh } from '../../kit/query/refresh.ts'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import { PriceDoubts } from './price-doubts.tsx'
import { ProblemLine } from './problem-line.tsx'
import type { RecordWork } from '../frame/use-record-work.ts'
import { checkOf, languages, versionOf, type Language, type Summary } from '../record-queries.ts'
import { useMeant } from './use-meant.ts'

/** A scheduled publication, or one that failed. */
export function ScheduleBar({ work, onChanged }: { work: RecordWork; onChanged: () => void }) {
  return work.record.schedules.map((schedule) => (
    <Scheduled key={schedule.id} work={work} schedule={schedule} onChanged={onChanged} />
  ))
}

function Scheduled(props: { work: RecordWork; schedule: Summary['schedules'][number]; onChanged: () => void }) {
  const { work, schedule, onChanged } = props
  const { record, rev, snapshot } = work
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const done = () => {
    void refresh(client, 'records')
    onChanged()
  }
  // It replaces the earlier schedule, with the same languages and time.
  const takeIn = useActOnce(
    (body: { languages: Language[]; rev: number; at: string; again?: boolean; confirmed?: boolean }, idempotencyKey) =>
      api.post('/api/admin/record/{id}/schedule', { params: { id: record.id }, body, idempotencyKey }),
    () => {
      toast({ text: 'records.taken-in', type: 'success' })
      done()
    },
  )
  const version = useQuery(versionOf(record.id, schedule.version)).data
  const newer = version !== undefined && differs(version.fields, snapshot.fields, schedule.languages)
  const which = languages.filter((language) => schedule.languages.includes(language))
  const takes = newer && schedule.state !== 'problem'
  const doubts = useQuery(checkOf(record.id, rev, takes ? which : [], schedule.at)).data?.doubts ?? []
  const [confirmed, setConfirmed] = useMeant(doubts)
  const act = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/record/{id}/schedule/{schedule}/withdraw', {
        params: { id: record.id, schedule: schedule.id },
        idempotencyKey,
      }),
    done,
  )
  const one = schedule.languages[0] === 'zh' ? 'records.only-zh' : 'records.only-en'
  const inWhich = t(schedule.languages.length === 2 ? 'records.both-languages' : one)
  const wrong = schedule.state === 'problem'
  return (
    <div className="mb-4">
      <Notice
        kind={wrong ? 'error' : 'info'}
        title={t(wrong ? 'records.did-not-go-at' : 'records.goes-at', { at: dateTime(locale, schedule.at) })}
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
            {version ? t('records.goes-as-of', { which: inWhich, at: dateTime(locale, version.at) }) : inWhich}
            {newer && ` ${t('records.goes-without')}`}
            {schedule.again && ` ${t('records.goes-again')}`}
          </p>
        )}
        {takes && <PriceDoubts doubts={doubts} confirmed={confirmed} onChange={setConfirmed} />}
        <div className="mt-3 flex flex-wrap gap-3">
          {takes && (
            <Button
              pending={takeIn.pending || snapshot.unsaved > 0}
              disabled={doubts.length > 0 && !confirmed}
              onClick={() =>
                void takeIn.send({
                  languages: which,
                  rev,
                  at: schedule.at,
                  ...(schedule.again && { again: true }),
                  ...(doubts.length > 0 && { confirmed }),
                })
              }
            >
              {t('records.take-in')}
            </Button>
          )}
          <Button kind={newer && !wrong ? 'quiet' : undefined} pending={act.pending} onClick={() => void act.send({})}>
            {t(wrong ? 'records.forget-schedule' : 'records.not-yet')}
          </Button>
        </div>
        <ActState act={takeIn} />
        <ActState act={act} />
      </Notice>
    </div>
  )
}

type Fields = Readonly<Record<string, string>>

/** Whether a draft differs from a version in some languages, or in fields without one. */
function differs(version: Fields, draft: Fields, which: readonly string[]): boolean {
  const names = new Set([...Object.keys(version), ...Object.keys(draft)])
  return [...names].some((name) => {
    const language = /\.(en|zh)$/.exec(name)?.[1]
    return (!language || which.includes(language)) && (version[name] ?? '') !== (draft[name] ?? '')
  })
}
