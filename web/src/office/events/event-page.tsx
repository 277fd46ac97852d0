import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../api/client.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { toast } from '../../ui/toast-store.ts'
import { BackLink } from '../kit/back-link.tsx'
import { Loaded } from '../kit/loaded.tsx'
import type { PageProps } from '../kit/page-props.ts'
import { PageTop } from '../kit/page-top.tsx'
import { refresh } from '../kit/refresh.ts'
import { guarded } from '../kit/session-gate.ts'
import { eventQuery, previewQuery, type OfficeEvent, type Preview, type Rule } from './event-queries.ts'
import { ExceptionsCard } from './exceptions-card.tsx'
import { NextDates } from './next-dates.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { WhenCard } from './when-card.tsx'

/** When an event is: its rule, the sessions of its day, what is different on one date, and the dates that follow. */
export function EventPage({ id }: PageProps) {
  const query = useQuery(eventQuery(id))
  return <Loaded query={query}>{(event) => <Editor key={`${event.id} ${event.rev}`} event={event} />}</Loaded>
}

function Editor({ event }: { event: OfficeEvent }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const form = useDraftForm(
    { rule: event.rule },
    {
      send: ({ rule }, keyFor) => {
        const body = { rule, rev: event.rev }
        return guarded(() =>
          api.put('/api/admin/event/{id}/rule', { params: { id: event.id }, body, idempotencyKey: keyFor(body) }),
        )
      },
      done: (saved) => {
        toast({ text: 'dates.saved', type: 'success' })
        client.setQueryData(eventQuery(event.id).queryKey, saved)
        void refresh(client, 'events')
      },
    },
  )
  const { rule } = form.values
  const set = (next: Rule) => form.set({ rule: next })
  const preview = useQuery(previewQuery(event, useDeferredValue(rule)))
  const dirty = JSON.stringify(rule) !== JSON.stringify(event.rule)
  return (
    <form
      noValidate
      onSubmit={(submitted) => {
        if (asked) form.onSubmit(submitted)
        else submitted.preventDefault() // Enter in a field asks as the button does
        setAsked(!asked && dirty)
      }}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <div className="min-w-0 grow basis-80">
          <PageTop
            before={<BackLink to="/events">{t('office.area-events')}</BackLink>}
            title={locale === 'zh' ? event.title.zh : event.title.en}
            text={
              <span lang={locale === 'zh' ? 'en' : 'zh-Hans'}>{locale === 'zh' ? event.title.en : event.title.zh}</span>
            }
          />
        </div>
        <p className="mb-5 flex flex-wrap gap-3">
          <Button disabled={!dirty} onClick={() => set(event.rule)} icon="undo">
            {t('dates.back-to-saved')}
          </Button>
          <Button kind="primary" disabled={!dirty} onClick={() => setAsked(true)} pending={form.pending}>
            {t('dates.save')}
          </Button>
        </p>
      </div>
      <ErrorSummary {...form.summary} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="space-y-5">
          <WhenCard rule={rule} set={set} preview={preview.data} errorOf={form.errorOf} />
          <SessionsCard rule={rule} set={set} errorOf={form.errorOf} />
          <ExceptionsCard rule={rule} set={set} preview={preview.data} errorOf={form.errorOf} />
        </div>
        <NextDates preview={preview.data} failed={preview.isError} fresh={!preview.isPlaceholderData} />
      </div>
      <Dialog open={asked} onClose={() => setAsked(false)} title={t('dates.save-question')}>
        <SaveQuestion preview={preview.data} />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button onClick={() => setAsked(false)}>{t('common.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('dates.save-now')}
          </Button>
        </div>
      </Dialog>
    </form>
  )
}

function SaveQuestion({ preview }: { preview: Preview | undefined }) {
  const t = useT()
  const clashes = preview?.clashes.length ?? 0
  return (
    <>
      <p>{t('dates.save-text')}</p>
      {clashes > 0 && <p className="mt-3 font-semibold text-cinnabar">{t('dates.clashes', { count: clashes })}</p>}
    </>
  )
}
