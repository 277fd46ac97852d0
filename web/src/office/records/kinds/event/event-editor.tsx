import { useState } from 'react'
import { useT } from '../../../../i18n/context.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { useHolder } from '../../field/go-to-field.ts'
import { PhotoField } from '../../field/photo-field.tsx'
import { RecordFrame } from '../../frame/record-frame.tsx'
import type { Detail } from '../../record-queries.ts'
import { TextColumns, useTextWork } from '../../text/text-columns.tsx'
import { EventOffering } from './event-offering.tsx'
import { EventWords } from './event-words.tsx'
import { WhenAndWhere } from './when-and-where.tsx'

const views = ['words', 'when', 'offering'] as const
type View = (typeof views)[number]

/** The tab that contains a field, for fields outside the text tab. */
const holds: Partial<Record<string, View>> = { place: 'when', rule: 'when', offering: 'offering' }

/** The editor of an event: texts, time and place, and the offering of its day. */
export function EventEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const [view, setView] = useState<View>('words')
  useHolder((field) => setView(holds[field.split('.')[0] ?? ''] ?? 'words'))
  const t = useT()
  const { work, editors, setField } = useTextWork(detail, userId)
  return (
    <RecordFrame work={work}>
      <Views view={view} onChange={setView} />
      {view === 'words' && (
        <div className="space-y-5">
          <EventWords work={work} limits={detail.limits} onField={setField} />
          <Panel>
            <PhotoField work={work} hint={t('records-event.above-event')} />
          </Panel>
          <TextColumns work={work} editors={editors} limits={detail.limits} onField={setField} />
        </div>
      )}
      {view === 'when' && <WhenAndWhere work={work} limits={detail.limits} onField={setField} />}
      {view === 'offering' && <EventOffering work={work} onField={setField} />}
    </RecordFrame>
  )
}

function Views({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useT()
  return (
    <div
      role="group"
      aria-label={t('records-event.views')}
      className="mb-5 flex w-fit max-w-full flex-wrap gap-1 rounded-3xl bg-paper-2 p-1.5"
    >
      {views.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => onChange(one)}
          className={`min-h-11 rounded-full px-5 font-bold ${one === view ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
        >
          {t(`records-event.view-${one}`)}
        </button>
      ))}
    </div>
  )
}
