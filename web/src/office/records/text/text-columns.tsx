import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { LeftOut } from '../../kit/editor/paste.ts'
import type { TextHandle } from '../../kit/editor/text-editor.tsx'
import { Toolbar } from '../../kit/editor/toolbar.tsx'
import { onDemand } from '../../kit/layout/on-demand.tsx'
import type { Dropped } from './dropped-pictures.tsx'
import { useHolder } from '../field/go-to-field.ts'
import { LanguageColumn } from './language-column.tsx'
import { LanguageTabs } from './language-tabs.tsx'
import { StillNeeds } from './still-needs.tsx'
import { useRecordWork, type RecordWork } from '../frame/use-record-work.ts'
import { languages, type Detail, type Language } from '../record-queries.ts'

// Loads on demand, when a picture is inserted.
const PicturePicker = onDemand(async () => (await import('../../kit/pictures/picture-picker.tsx')).PicturePicker)
const DroppedPictures = onDemand(async () => (await import('./dropped-pictures.tsx')).DroppedPictures)

type Editors = RefObject<Partial<Record<Language, TextHandle>>>

/** The draft of a record with a text in each language. */
export function useTextWork(detail: Detail, userId: string) {
  const locale = useLocale()
  const [field, setField] = useState(`html.${locale}`)
  const editors = useRef<Partial<Record<Language, TextHandle>>>({})
  const work = useRecordWork(detail, userId, field, (name, value) => {
    const language = languages.find((one) => name === `html.${one}`)
    if (language) editors.current[language]?.replace(value)
  })
  return { work, editors, setField }
}

type Props = {
  work: RecordWork
  editors: Editors
  limits: Readonly<Record<string, number>>
  onField: (field: string) => void
}

/** Both languages of a text side by side, with one toolbar; on a narrow screen one at a time. */
export function TextColumns({ work, editors, limits, onField }: Props) {
  const t = useT()
  const locale = useLocale()
  const [active, setActive] = useState<Language>(locale)
  const [shown, setShown] = useState<TextHandle>()
  const [picking, setPicking] = useState(false)
  const [dropped, setDropped] = useState<readonly Dropped[]>([])
  const { keeper, snapshot, record, debt, others, renew } = work
  const olderIn = (language: Language) =>
    debt.filter((one) => one.field === 'html').map((one) => (language === 'en' ? one.english : one.chinese))
  const enter = (language: Language) => {
    setActive(language)
    setShown(editors.current[language])
  }
  useHolder((field) => {
    const language = languages.find((one) => field === `title.${one}` || field === `html.${one}`)
    if (language) enter(language)
  })
  const twin = (language: Language) => {
    const own = editors.current[language]
    const other = editors.current[language === 'en' ? 'zh' : 'en']
    if (!own || !other) return
    own.tintTwinIn(other, olderIn(language === 'en' ? 'zh' : 'en'))
  }
  return (
    <>
      <LanguageTabs active={active} onChange={enter} older={record.older} />
      <div className="card">
        <div className="sticky top-24 z-20 min-h-16 max-sm:top-35 rounded-t-card border-b border-line bg-card">
          {shown && <Toolbar editor={shown.editor} onPicture={() => setPicking(true)} />}
        </div>
        <div className="grid lg:grid-cols-2 lg:divide-x lg:divide-line">
          {languages.map((language) => (
            <LanguageColumn
              key={language}
              language={language}
              className={language === active ? '' : 'max-lg:hidden'}
              record={record}
              userId={work.userId}
              onAsked={() => void renew()}
              snapshot={snapshot}
              limit={limits[`title.${language}`]}
              older={language === 'zh' ? debt.filter((one) => one.chinese >= 0 || one.english >= 0).length : 0}
              others={others.filter((one) => one.field.endsWith(`.${language}`))}
              onField={onField}
              onType={(name, value) => keeper.type(name, value)}
              onEnter={() => enter(language)}
              onTwin={() => twin(language)}
              onEditor={(handle) => {
                const other = editors.current[language === 'en' ? 'zh' : 'en']
                if (handle) {
                  editors.current[language] = handle
                  if (other) {
                    handle.hintFrom(other)
                    other.hintFrom(handle)
                  }
                } else delete editors.current[language]
                setShown((before) => (language === active ? (handle ?? undefined) : before))
              }}
              onLeftOut={sayLeftOut}
              onFiles={(files, place) => setDropped((before) => [...before, { files, place }])}
              onFine={() => void renew()}
            />
          ))}
        </div>
      </div>
      {dropped.length > 0 && <DroppedPictures dropped={dropped} />}
      <StillNeeds
        work={work}
        limits={limits}
        onGo={(language, field, block) => {
          flushSync(() => enter(language)) // on a narrow screen its column is visible only then
          goTo(editors.current[language], language, field, block)
        }}
      />
      {picking && shown && (
        <PicturePicker
          onClose={() => setPicking(false)}
          onPick={({ id }) => {
            setPicking(false)
            shown.editor
              .chain()
              .focus()
              .insertContent({ type: 'picture', attrs: { src: `/media/${id}` } })
              .run()
          }}
        />
      )}
      <p className="sr-only" role="status">
        {t(`records.in-${active}`)}
      </p>
    </>
  )
}

/** Moves the cursor to what is missing: a field, or a block of the text. */
function goTo(handle: TextHandle | undefined, language: Language, field: string, block: number) {
  if (field !== 'html' || !handle) {
    const id = field === 'title' || field === 'html' ? `text-title-${language}` : `field-${field}-${language}`
    document.getElementById(id)?.focus()
    return
  }
  handle.goTo(block)
}

function sayLeftOut({ pictures, programs, marks }: LeftOut) {
  if (pictures > 0) toast({ text: 'records.left-out-pictures', params: { count: pictures }, duration: 10_000 })
  if (programs > 0) toast({ text: 'records.left-out-programs', params: { count: programs }, duration: 8_000 })
  if (marks > 0) toast({ text: 'records.left-out-marks', params: { count: marks }, duration: 8_000 })
}
