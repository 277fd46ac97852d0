import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { OpenForm } from './open-form.tsx'
import { ReportPage } from './report-page.tsx'
import { ShiftList } from './shift-list.tsx'
import { currentShiftQuery } from './shift-queries.ts'

/** `/counter/shift`: the user's own shift and earlier ones; `/counter/{id}`: one of them. */
export function ShiftPage({ id, user }: PageProps) {
  const looks = user.roles.some((role) => role === 'treasurer' || role === 'admin')
  return id === 'shift' ? <OwnShift /> : <ReportPage id={id} looks={looks} />
}

function OwnShift() {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const query = useQuery(currentShiftQuery)
  return (
    <>
      <PageTop
        title={t('shift.title')}
        text={t('shift.text')}
        before={<BackLink to="/counter">{t('shift.to-counter')}</BackLink>}
      />
      <div className="space-y-8">
        <Loaded query={query} lines={4}>
          {(shift) =>
            shift ? (
              <Panel size="l" className="flex flex-wrap items-center justify-between gap-4 lg:max-w-3xl">
                <div>
                  <h2 className="text-2xl">{t('shift.is-open')}</h2>
                  <p className="text-ink-2">{t('shift.since', { at: dateTime(locale, shift.openedAt) })}</p>
                  <p className="mt-2 text-lg">
                    {t('shift.expected')}: <strong className="tabular-nums">{money(shift.expected)}</strong>
                  </p>
                </div>
                <Link href={`/counter/${shift.id}`} className={buttonClass('primary')}>
                  {t('shift.count-and-close')}
                </Link>
              </Panel>
            ) : (
              <OpenForm onOpened={() => navigate('/counter')} />
            )
          }
        </Loaded>
        <ShiftList />
      </div>
    </>
  )
}
