import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { isComposing } from '../../../lib/is-composing.ts'
import { languageTag } from '../../../i18n/messages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError, RoomNote } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Snapshot } from '../../kit/draft/keeper.ts'
import type { TextHandle } from '../../kit/editor/text-editor.tsx'
import { countWords } from '../../kit/editor/html.ts'
import type { Place } from '../../kit/editor/dropped.ts'
import type { LeftOut } from '../../kit/editor/paste.ts'
import { ActState } from '../../kit/act/act-state.tsx'
import { onDemand } from '../../kit/layout/on-demand.tsx'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import { LanguageMark } from '../frame/language-state.tsx'
import { MissingLanguage } from './missing-language.tsx'
import type { Detail, Language, Summary } from '../record-queries.ts'

// The editor is larger than the rest of the office: it loads when a text is opened.
const TextEditor = onDemand(async () => (await import('../../kit/editor/text-editor.tsx')).TextEditor, { lines: 6 })

type Props = {
  language: Language
  className: string
  record: Summary
  userId: string
  snapshot: Snapshot
  /** The maximum length of the title, in characters. */
  limit: number | undefined
  /** How many paragraphs have English that changed after the Chinese was last updated. */
  older: number
  onType: (field: string, value: string) => void
  onEnter: () => void
  others: Detail['others']
  /** Called when the cursor moves in the text. */
  onTwin: () => void
  /** Called with the name of the focused field. */
  onField: (field: string) => void
  onEditor: (handle: TextHandle | null) => void
  onLeftOut: (leftOut: LeftOut) => void
  onFiles: (files: readonly File[], place: Place) => void
  onFine: () => void
  /** Called when a colleague was asked. */
  onAsked: () => void
}

/** One language of a text: title, text, and notices. */
export function LanguageColumn(props: Props) {
  const { language, snapshot } = props
  const t = useT()
  const [writing, setWriting] = useState(false)
  const title = snapshot.fields[`title.${language}`] ?? ''
  const html = snapshot.fields[`html.${language}`] ?? ''
  const other = snapshot.fields[`html.${language === 'en' ? 'zh' : 'en'}`] ?? ''
  const missing = !writing && title.trim() === '' && html.trim() === '' && other.trim() !== ''
  const words = countWords(html.replace(/<[^>]*>/g, ' '), language)
  const titleError = snapshot.errors[`title.${language}`]
  const htmlError = snapshot.errors[`html.${language}`]
  return (
    <section
      id={missing ? `text-html-${language}` : undefined}
      aria-label={t(`records.column-${language}`)}
      className={`min-w-0 ${props.className}`}
      onFocus={props.onEnter}
    >
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 sm:px-5">
        <LanguageMark language={language} />
        {missing ? (
          <Badge tone="act" icon="warning">
            {t('records.state-missing')}
          </Badge>
        ) : (
          <p className="text-sm text-ink-2">
            {props.others[0]
              ? t('records.is-here', { name: props.others[0].name })
              : t(`records.words-${language}`, { count: words })}
          </p>
        )}
      </div>
      <div className="px-4 pb-5 sm:px-5">
        {missing ? (
          <MissingLanguage
            record={props.record}
            language={language}
            userId={props.userId}
            onAsked={props.onAsked}
            onWrite={() => {
              setWriting(true)
              props.onType(`html.${language}`, skeletonOf(other))
            }}
          />
        ) : (
          <>
            <textarea
              rows={1}
              id={`text-title-${language}`}
              aria-label={t(`records.title-${language}`)}
              aria-invalid={titleError ? true : undefined}
              aria-describedby={titleError ? `title-${language}-error` : undefined}
              lang={languageTag[language]}
              onFocus={() => props.onField(`title.${language}`)}
              value={title}
              maxLength={props.limit}
              placeholder={t(`records.title-${language}`)}
              onChange={(event) => props.onType(`title.${language}`, event.target.value.replace(/\s*\n\s*/g, ' '))}
              onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && event.preventDefault()}
              className="field-sizing-content w-full resize-none border-b border-dashed border-line bg-transparent py-4 font-display text-3xl font-bold outline-none focus:border-cinnabar"
            />
            <RoomNote text={title} most={props.limit} />
            {titleError && <FieldError id={`title-${language}-error`} text={titleError} />}
            <TextEditor
              label={t(`records.text-label-${language}`)}
              locale={language}
              html={html}
              onEditor={props.onEditor}
              onChange={(value) => props.onType(`html.${language}`, value)}
              onSelect={() => {
                props.onField(`html.${language}`)
                props.onTwin()
              }}
              onLeftOut={props.onLeftOut}
              onFiles={props.onFiles}
            />
            {htmlError && <FieldError id={`html-${language}-error`} text={htmlError} />}
            {language === 'zh' && props.older > 0 && (
              <Older record={props.record} count={props.older} onFine={props.onFine} />
            )}
          </>
        )}
      </div>
    </section>
  )
}

/** The same headings, lists and pictures without text, to be filled in. */
function skeletonOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) walker.currentNode.nodeValue = ''
  return body.innerHTML
}

function Older({ record, count, onFine }: { record: Summary; count: number; onFine: () => void }) {
  const t = useT()
  const act = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/record/{id}/fine', { params: { id: record.id }, idempotencyKey }),
    onFine,
  )
  return (
    <div className="mt-4 rounded-2xl bg-paper-2 p-4">
      <p className="flex gap-2 font-bold">
        <Icon name="swap" className="shrink-0 text-gold-7" />
        {t('records.english-changed', { count })}
      </p>
      <Button className="mt-3" pending={act.pending} onClick={() => void act.send({})}>
        {t('records.fine')}
      </Button>
      <ActState act={act} />
    </div>
  )
}
