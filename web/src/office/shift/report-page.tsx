import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PrintSheet, type Paper } from '../kit/print/print-sheet.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { CloseForm } from './close-form.tsx'
import { CorrectFloat } from './correct-float.tsx'
import { ReportView } from './report-view.tsx'
import { reportQuery } from './shift-queries.ts'
import { signed } from '../kit/format/signed.ts'

/** A shift: its report to print, and closing while it is open. `looks`: the user is responsible for differences. */
export function ReportPage({ id, looks }: { id: string; looks: boolean }) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(reportQuery(id, locale))
  const [printed, setPrinted] = useState<{ paper: Paper; time: number }>()
  const report = query.data
  const back = <BackLink to="/counter/shift">{t('shift.all-shifts')}</BackLink>
  if (!report)
    return (
      <>
        <PageTop title={t('shift.report')} before={back} />
        <Loaded query={query}>{() => null}</Loaded>
      </>
    )
  const { shift } = report
  const print = (paper: Paper) => setPrinted({ paper, time: Date.now() })
  return (
    <>
      <PageTop title={t('shift.report')} text={`${shift.clerk} · ${dateTime(locale, shift.openedAt)}`} before={back} />
      <div className={`grid gap-5 ${shift.closedAt ? 'max-w-3xl' : 'max-w-6xl lg:grid-cols-2 lg:items-start'}`}>
        <div className="space-y-4">
          {shift.closedAt && <Outcome difference={shift.difference} />}
          {shift.waits && looks && <LookedAt id={shift.id} />}
          <Panel as="div" size="l">
            <ReportView report={report} />
          </Panel>
          <div className="flex flex-wrap gap-3">
            <Button icon="print" kind={shift.closedAt ? 'primary' : 'plain'} onClick={() => print('a4')}>
              {t('shift.print-a4')}
            </Button>
            <Button icon="print" onClick={() => print('slip')}>
              {t('office.print-slip')}
            </Button>
            {!shift.closedAt && <CorrectFloat shift={shift} />}
          </div>
        </div>
        {!shift.closedAt && (
          <div className="max-lg:order-first">
            <CloseForm shift={shift} onClosed={() => window.scrollTo(0, 0)} />
          </div>
        )}
      </div>
      {printed && (
        <PrintSheet key={printed.time} paper={printed.paper}>
          <h1 className="text-center text-xl font-bold">{report.temple}</h1>
          <p className="mb-4 text-center text-lg font-bold">{t('shift.report')}</p>
          <ReportView report={report} slip={printed.paper === 'slip'} />
          <p className="mt-10 border-t border-black pt-1">{t('shift.signature')}</p>
        </PrintSheet>
      )}
    </>
  )
}

function Outcome({ difference }: { difference: number }) {
  const t = useT()
  return difference === 0 ? (
    <Notice kind="success" role="status" title={t('shift.agrees')} />
  ) : (
    <Notice kind="warning" role="status" title={t('shift.differs', { amount: signed(difference) })} />
  )
}

/** Confirms that a difference was reviewed: it disappears from Today. */
function LookedAt({ id }: { id: string }) {
  const t = useT()
  const look = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/shift/{id}/look', { params: { id }, idempotencyKey }),
    () => undefined,
    'shift',
  )
  return (
    <div>
      <Button icon="check" pending={look.pending} onClick={() => void look.send({})}>
        {t('shift.looked')}
      </Button>
      <ActState act={look} />
    </div>
  )
}
