import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { sgt } from '../../i18n/format.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { AskedCard } from './asked-card.tsx'
import { Coming } from './coming.tsx'
import { DayCard } from './day-card.tsx'
import { EventsCard } from './events-card.tsx'
import { FirstDay } from './first-day.tsx'
import { FirstTries } from './first-tries.tsx'
import { GreetMe } from './greeting.tsx'
import { GatheringsCard } from './gatherings-card.tsx'
import { Machine } from './machine.tsx'
import { NotesCard } from './notes-card.tsx'
import { OthersDid } from './others-did.tsx'
import { SafeToTry } from './safe-to-try.tsx'
import { SetUp } from './set-up.tsx'
import { StartSomething } from './start-something.tsx'
import { todayQuery } from './today-queries.ts'
import { WaitForOthers } from './wait-for-others.tsx'
import { WaitingCard } from './waiting-card.tsx'
import { Yesterday } from './yesterday.tsx'

/** Today: open tasks for the user's roles, scheduled events, and shortcuts. */
export function TodayPage({ user, areas }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(todayQuery)
  return (
    <Loaded query={query} heading={t('office.area-today')} lines={6}>
      {(today) => {
        const count = today.waiting.length + today.asked.length
        return (
          <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0">
              <PageTop
                title={t(today.firstDay || today.new ? 'today.welcome' : `today.good-${partOfDay(today.now)}`, {
                  name: today.called || (locale === 'zh' && user.chineseName) || user.name,
                })}
                beside={<GreetMe called={today.called ?? ''} />}
                text={`${t(count === 0 ? 'today.nothing' : 'today.waits', { count })}${user.roles.includes('editor') ? `${locale === 'zh' ? '' : ' '}${t('today.unseen')}` : ''}`}
              />
              {today.steps.length > 0 && <SetUp steps={today.steps} />}
              {today.firstDay && <FirstDay opened={today.firstDay.record !== ''} />}
              {today.new && today.steps.length === 0 && (
                <FirstTries roles={user.roles} practice={today.firstDay !== undefined} />
              )}
              {count > 0 && (
                <ul className="space-y-3">
                  {today.asked.map((one, i) => (
                    <AskedCard key={one.record} asked={one} first={i === 0} />
                  ))}
                  {today.waiting.map((one, i) => (
                    <WaitingCard
                      key={one.what}
                      waiting={one}
                      now={today.now}
                      areas={areas}
                      first={i === 0 && today.asked.length === 0}
                    />
                  ))}
                </ul>
              )}
              {today.others.length > 0 && (
                <div className="mt-6">
                  <WaitForOthers others={today.others} now={today.now} areas={areas} />
                </div>
              )}
              {today.notes.length > 0 && (
                <div className="mt-6">
                  <NotesCard notes={today.notes} areas={areas} />
                </div>
              )}
              {today.did.length > 0 && (
                <div className="mt-6">
                  <OthersDid did={today.did} />
                </div>
              )}
            </div>
            <div className="space-y-6">
              <DayCard today={today} />
              <StartSomething areas={areas} isNew={today.new} />
              {today.gatherings.length > 0 && <GatheringsCard gatherings={today.gatherings} areas={areas} />}
              {today.events.length > 0 && <EventsCard today={today} />}
              {today.new && <SafeToTry roles={user.roles} />}
              {today.yesterday && <Yesterday yesterday={today.yesterday} />}
              {today.machine && <Machine machine={today.machine} now={today.now} />}
              {today.coming.length > 0 && <Coming coming={today.coming} />}
            </div>
          </div>
        )
      }}
    </Loaded>
  )
}

function partOfDay(now: string): 'morning' | 'afternoon' | 'evening' {
  const { hour } = sgt(now)
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
