import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { TextHandle } from '../kit/editor/text-editor.tsx'
import { Toolbar } from '../kit/editor/toolbar.tsx'
import type { LeftOut } from '../kit/editor/paste.ts'
import { refresh } from '../kit/refresh.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { EditorTop } from './editor-top.tsx'
import { LanguageColumn } from './language-column.tsx'
import { LanguageTabs } from './language-tabs.tsx'
import { LeftHere } from './left-here.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { JustPublished } from './published-bar.tsx'
import { languages, recordOf, type Detail, type Language } from './record-queries.ts'
import { ScheduleBar } from './schedule-bar.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { TakeAway } from './take-away.tsx'
import { usePresence } from './use-presence.ts'
import { savedFields, useRecordDraft } from './use-record-draft.ts'

/** Both languages of a text side by side, one toolbar for the one with the cursor; on a narrow screen one at a time. */
export function RecordEditor({ detail, userId }: { detail: Detail; userId: string }) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [record, setRecord] = useState(detail.record)
  const [debt, setDebt] = useState(detail.debt)
  const [rev, setRev] = useState(detail.rev)
  const [active, setActive] = useState<Language>(locale)
  const [field, setField] = useState(`html.${locale}`)
  const [publishing, setPublishing] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const [published, setPublished] = useState<{ version: number; until: string }>()
  const editors = useRef<Partial<Record<Language, TextHandle>>>({})
  const [shown, setShown] = useState<TextHandle>()
  const others = usePresence(record.id, field, detail.others).filter((one) => one.id !== userId)

  const { keeper, snapshot, left, decided } = useRecordDraft(detail, userId, {
    saved: (after) => {
      setRecord(after.record)
      setDebt(after.debt)
      setRev(after.rev)
      if (after.removed.length > 0) toast({ text: 'pages.cleaned', duration: 8_000 })
    },
    replaced: (name, value) => {
      const language = languages.find((one) => name === `html.${one}`)
      if (language) editors.current[language]?.replace(value)
    },
  })

  /** The record as the server has it, after an act changed more than what was typed. */
  const renew = async () => {
    const fresh = await client.fetchQuery({ ...recordOf(record.id), staleTime: 0 })
    setRecord(fresh.record)
    setDebt(fresh.debt)
    setRev(fresh.rev)
    keeper.renew(savedFields(fresh))
    await refresh(client, 'records')
  }
  const olderIn = (language: Language) =>
    debt.filter((one) => one.field === 'html').map((one) => (language === 'en' ? one.english : one.chinese))
  const enter = (language: Language) => {
    setActive(language)
    setShown(editors.current[language])
  }
  const twin = (language: Language) => {
    const own = editors.current[language]
    const other = editors.current[language === 'en' ? 'zh' : 'en']
    if (!own || !other) return
    own.tintTwinIn(other, olderIn(language === 'en' ? 'zh' : 'en'))
  }
  const publish = async () => {
    if (await keeper.save()) setPublishing(true)
  }
  const preview = async () => {
    await keeper.save() // what cannot be saved is not in it, and the line above says so
    setPreviewing(true)
  }
  return (
    <>
      <EditorTop
        record={record}
        snapshot={snapshot}
        others={others}
        onPublish={() => void publish()}
        onPreview={() => void preview()}
        onSave={() => void keeper.save()}
      />
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
      <ScheduleBar record={record} onChanged={() => void renew()} />
      {snapshot.conflicts.map((conflict) => (
        <ConflictPanel
          key={conflict.field}
          conflict={conflict}
          onDecide={(value) => keeper.decide(conflict.field, value)}
        />
      ))}
      <LanguageTabs active={active} onChange={enter} older={record.older} />
      <div className="card">
        <div className="sticky top-16 z-20 min-h-16 rounded-t-card border-b border-line bg-card">
          {shown && <Toolbar editor={shown.editor} />}
        </div>
        <div className="grid lg:grid-cols-2 lg:divide-x lg:divide-line">
          {languages.map((language) => (
            <LanguageColumn
              key={language}
              language={language}
              className={language === active ? '' : 'max-lg:hidden'}
              record={record}
              snapshot={snapshot}
              limit={detail.limits[`title.${language}`]}
              older={language === 'zh' ? debt.filter((one) => one.chinese >= 0 || one.english >= 0).length : 0}
              others={others.filter((one) => one.field.endsWith(`.${language}`))}
              onField={setField}
              onType={(name, value) => keeper.type(name, value)}
              onEnter={() => enter(language)}
              onTwin={() => twin(language)}
              onEditor={(handle) => {
                if (handle) editors.current[language] = handle
                else delete editors.current[language]
                setShown((before) => (language === active ? (handle ?? undefined) : before))
              }}
              onLeftOut={sayLeftOut}
              onFine={() => void renew()}
            />
          ))}
        </div>
      </div>
      <TakeAway record={record} onDone={() => void renew()} />
      {previewing && <PreviewDialog record={record} onClose={() => setPreviewing(false)} />}
      {publishing && (
        <PublishDialog
          record={record}
          rev={rev}
          onClose={() => setPublishing(false)}
          onDone={(version) => {
            setPublishing(false)
            setPublished(version)
            void renew()
          }}
        />
      )}
      <p className="sr-only" role="status">
        {t(`pages.in-${active}`)}
      </p>
    </>
  )
}

function sayLeftOut({ pictures, programs, marks }: LeftOut) {
  if (pictures > 0) toast({ text: 'editor.left-out-pictures', params: { count: pictures }, duration: 10_000 })
  if (programs > 0) toast({ text: 'editor.left-out-programs', params: { count: programs }, duration: 8_000 })
  if (marks > 0) toast({ text: 'editor.left-out-marks', params: { count: marks }, duration: 8_000 })
}
