import { useState, type ReactNode } from 'react'
import { dayOf } from '../../../i18n/format.ts'
import { onDemand } from '../../kit/layout/on-demand.tsx'
import { factsOf } from '../../kit/site/record-kinds.ts'
import { AskedBar } from './asked-bar.tsx'
import { EditorTop } from './editor-top.tsx'
import { LeftHere } from './left-here.tsx'
import { priceChanges } from '../prices/price-changes.ts'
import { MakeCopy } from './make-copy.tsx'
import { PracticeBar } from './practice-bar.tsx'
import { JustPublished } from '../publish/published-bar.tsx'
import { hasSomething } from '../record-queries.ts'
import type { RecordWork } from './use-record-work.ts'
import { conflictId, SaveBar } from './save-bar.tsx'
import { ScheduleBar } from '../publish/schedule-bar.tsx'
import { ChangeAddress } from './change-address.tsx'
import { TakeAway } from './take-away.tsx'

const ConflictPanel = onDemand(async () => (await import('./conflict-panel.tsx')).ConflictPanel, { lines: 3 })
const Preview = onDemand(async () => (await import('../preview/preview.tsx')).Preview)
const PublishDialog = onDemand(async () => (await import('../publish/publish-dialog.tsx')).PublishDialog)

/** The frame of every editor: state and actions above, dialogs, and the editor itself. */
export function RecordFrame({ work, children }: { work: RecordWork; children: ReactNode }) {
  const { keeper, snapshot, left, decided, record, live, others, userId, renew } = work
  const { own, sold } = factsOf(record.kind)
  const [publishing, setPublishing] = useState('') // the day for which it was opened
  const [previewing, setPreviewing] = useState(false)
  const [published, setPublished] = useState<{ version: number; until: string }>()
  const publish = async () => {
    const saved = await keeper.save()
    const [conflict] = keeper.snapshot().conflicts
    if (conflict) document.getElementById(conflictId(conflict.field))?.focus()
    // A refused field is listed in the dialog, and prevents publishing.
    else if (saved || keeper.snapshot().state === 'refused') setPublishing(dayOf(Date.now()))
  }
  const preview = async () => {
    await keeper.save() // what cannot be saved is not included, and the save bar shows that
    setPreviewing(true)
  }
  return (
    <>
      <EditorTop
        record={record}
        snapshot={snapshot}
        others={others}
        field={work.field}
        onPublish={() => void publish()}
        onPreview={() => void preview()}
      />
      <SaveBar snapshot={snapshot} onSave={() => void keeper.save()} />
      {own && <PracticeBar />}
      {left && <LeftHere left={left} onPutIn={() => decided(true)} onForget={() => decided(false)} />}
      {published && (
        <JustPublished
          record={record}
          version={published.version}
          until={published.until}
          onBack={() => {
            setPublished(undefined)
            void renew()
          }}
          onOver={() => setPublished(undefined)}
        />
      )}
      <AskedBar record={record} userId={userId} onChanged={() => void renew()} />
      <ScheduleBar work={work} onChanged={() => void renew()} />
      {snapshot.conflicts.map((conflict) => (
        <ConflictPanel
          key={conflict.field}
          conflict={conflict}
          onDecide={(value) => keeper.decide(conflict.field, value)}
        />
      ))}
      {children}
      <ChangeAddress record={record} onDone={() => void renew()} />
      <div className="mt-5 flex flex-wrap items-start gap-x-3">
        <MakeCopy work={work} />
        <TakeAway record={record} onDone={() => void renew()} />
      </div>
      {previewing && (
        <Preview
          record={record}
          savedAt={snapshot.savedAt}
          onClose={() => setPreviewing(false)}
          onPublish={
            hasSomething(record)
              ? () => {
                  setPreviewing(false)
                  void publish()
                }
              : undefined
          }
        />
      )}
      {publishing !== '' && (
        <PublishDialog
          work={work}
          prices={sold && record.en.onSite ? priceChanges(live, snapshot.fields, publishing) : []}
          onClose={() => setPublishing('')}
          onDone={(version) => {
            setPublishing('')
            setPublished(version)
            void renew()
          }}
        />
      )}
    </>
  )
}
