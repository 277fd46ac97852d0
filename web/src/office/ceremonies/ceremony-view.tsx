import { useLocation } from 'wouter'
import { useState } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { BackLink } from '../kit/layout/back-link.tsx'
import { JobProgress } from '../kit/act/job-progress.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { CeremonyActs } from './ceremony-acts.tsx'
import { CeremonyForm } from './ceremony-form.tsx'
import { searchOf, type Ceremony, type ListPlace, type May } from './ceremony-queries.ts'
import { DoneDialog } from './done-dialog.tsx'
import { DoneMarks } from './done-marks.tsx'
import { EntryList } from './entry-list.tsx'
import { Figures } from './figures.tsx'
import { said, totalOf } from './state-bar.tsx'
import { LunarDate } from '../kit/format/lunar-date.tsx'

/** A ceremony: its progress, the actions for its list, and the names. */
export function CeremonyView({ ceremony, place, may }: { ceremony: Ceremony; place: ListPlace; may: May }) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'edit' | 'done'>()
  const { id, title, startsAt, lunar, lunarYear, sittings, counts } = ceremony
  const other = locale === 'zh' ? title.en : title.zh
  const places = [...new Set(sittings.map((one) => one.place[locale]).filter(Boolean))]
  const go = (to: Partial<ListPlace>) => navigate(`/ceremonies/${id}${searchOf({ ...place, ...to })}`)
  return (
    <>
      <BackLink to="/ceremonies">{t('office.area-ceremonies')}</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <PageTop
          title={title[locale]}
          twin={other ? { text: other, language: locale === 'zh' ? 'en' : 'zh' } : undefined}
          text={
            <>
              {date(locale, startsAt)} · <LunarDate>{`${lunarYear}年${lunar}`}</LunarDate>
              {places.length > 0 && ` · ${places.join(' · ')}`}
            </>
          }
        />
        <CeremonyActs ceremony={ceremony} may={may} onEdit={() => setDialog('edit')} onDone={() => setDialog('done')} />
      </div>
      {ceremony.filling && (
        <div className="mb-5">
          <JobProgress
            title={t('ceremonies.gathering')}
            text={t('ceremonies.gathering-text', { done: said(ceremony.fillDone), all: said(ceremony.fillTotal) })}
            done={ceremony.fillDone}
            total={ceremony.fillTotal}
          />
        </div>
      )}
      {!may.keep && (
        <div className="mb-5">
          <Notice>{t('ceremonies.read-only')}</Notice>
        </div>
      )}
      <Figures
        label={t('ceremonies.steps')}
        figures={[
          {
            word: t('ceremonies.collected'),
            value: said(totalOf(counts)),
            text: t('ceremonies.collected-some', { count: said(counts.collected) }),
          },
          {
            word: t('ceremonies.checked'),
            value: said(counts.checked + counts.printed + counts.done),
            text: ceremony.paper ? t('ceremonies.checked-some', { count: said(counts.checked) }) : '',
          },
          ...(ceremony.paper
            ? [
                {
                  word: t('ceremonies.printed'),
                  value: said(counts.printed + counts.done),
                  text: t('ceremonies.printed-some', { count: said(counts.again) }),
                },
              ]
            : []),
          { word: t('ceremonies.done'), value: said(counts.done) },
        ]}
      />
      <DoneMarks ceremony={ceremony} may={may} />
      <EntryList ceremony={ceremony} place={place} may={may} onPlace={go} />
      <Dialog wide open={dialog === 'edit'} onClose={() => setDialog(undefined)} title={t('ceremonies.edit-title')}>
        {dialog === 'edit' && (
          <CeremonyForm
            ceremony={ceremony}
            onClose={() => setDialog(undefined)}
            onDone={() => {
              setDialog(undefined)
              toast({ text: 'office.saved', type: 'success' })
            }}
          />
        )}
      </Dialog>
      <DoneDialog ceremony={ceremony} open={dialog === 'done'} entries={[]} onClose={() => setDialog(undefined)} />
    </>
  )
}
