import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { openModal } from '../../../ui/dialog-stack.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DraftFrame } from './draft-frame.tsx'
import { factsOf } from '../../kit/site/record-kinds.ts'
import { LookLinks } from './look-links.tsx'
import { pageOf } from './preview-address.ts'
import { PreviewBar, type Shown } from './preview-bar.tsx'
import { languages, type Summary } from '../record-queries.ts'

type Props = { record: Summary; savedAt: number; onClose: () => void; onPublish: (() => void) | undefined }

/** A full-screen preview of the draft on its real page, and preview links for people without an account. */
export function Preview({ record, savedAt, onClose, onPublish }: Props) {
  const t = useT()
  const locale = useLocale()
  const heading = useId()
  const box = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState<Shown>({ languages: locale, width: 'desktop', marking: true })
  const [held, setHeld] = useState(0)
  useEffect(() => (box.current ? openModal(box.current) : undefined), [])
  const cancelled = (event: SyntheticEvent) => {
    if (event.target !== box.current) return
    event.preventDefault()
    onClose()
  }
  const both = shown.languages === 'both'
  const first = shown.languages === 'both' ? locale : shown.languages
  const frame = { record, marking: shown.marking, onHeld: () => setHeld(held + 1) }
  return (
    <dialog
      ref={box}
      aria-labelledby={heading}
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col overflow-y-auto bg-paper-2 p-0 text-ink open:flex"
      onCancel={cancelled}
      onClose={() => !box.current?.open && onClose()}
    >
      <PreviewBar
        id={heading}
        record={record}
        savedAt={savedAt}
        shown={shown}
        onShow={setShown}
        onBack={onClose}
        onPublish={onPublish}
      />
      <p role="status" className="bg-gold-1 px-6 py-2 font-semibold empty:hidden">
        {held > 0 && t('records.preview-held')}
      </p>
      <div className="grid grow items-start gap-5 p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {/* Before the page in Tab order, because the page has many links. */}
        <div className="order-last flex min-w-0 flex-col gap-5">
          <Panel>
            <p className="mb-3">{t('records.preview-text')}</p>
            <p className="mb-5 flex flex-wrap gap-x-5">
              {languages.map((language) => (
                <a
                  key={language}
                  href={pageOf(record, language).draft}
                  target="_blank"
                  rel="noreferrer"
                  className="link touch inline-flex items-center gap-2 font-bold"
                >
                  <Icon name="outside" />
                  {language === 'en' ? 'English' : <span lang="zh-Hans">中文</span>}
                </a>
              ))}
            </p>
            {!factsOf(record.kind).own && <LookLinks record={record} />}
          </Panel>
          {both && <DraftFrame {...frame} language={first === 'en' ? 'zh' : 'en'} width="phone" />}
        </div>
        <DraftFrame key={first} {...frame} language={first} width={shown.width} />
      </div>
    </dialog>
  )
}
