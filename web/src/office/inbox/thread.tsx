import { useState, type ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { languageTag } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { undoUntilRead } from '../kit/act/undo-store.ts'
import type { Entry, EntryMessage } from './inbox-queries.ts'
import { LetterState } from './letter-state.tsx'

const inTheHead = ['name', 'email', 'mobile']

type Props = { entry: Entry; pending: boolean; onTakeBack: (message: EntryMessage) => void }

/** The conversation, in order, all as plain text. */
export function Thread({ entry, pending, onTakeBack }: Props) {
  const locale = useLocale()
  return (
    <>
      <Words tone="bg-paper-2" title={entry.name || entry.reference} at={entry.createdAt}>
        <dl className="grid gap-x-5 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          {entry.lines
            .filter(({ field }) => !inTheHead.includes(field))
            .map((line) => (
              <div key={line.field} className="contents">
                <dt className="text-ink-2">{line.label}</dt>
                <dd className="font-names wrap-anywhere whitespace-pre-line">{line.value}</dd>
              </div>
            ))}
        </dl>
      </Words>
      {entry.messages.map((message) => (
        <Message
          key={message.id}
          message={message}
          entry={entry.id}
          name={entry.name || entry.reference}
          locale={locale}
          pending={pending}
          onTakeBack={() => onTakeBack(message)}
        />
      ))}
    </>
  )
}

function Message(props: {
  message: EntryMessage
  entry: string
  name: string
  locale: 'en' | 'zh'
  pending: boolean
  onTakeBack: () => void
}) {
  const t = useT()
  const { message } = props
  const note = message.kind === 'note'
  return (
    <Words
      tone={note ? 'bg-gold-1' : 'bg-jade-1'}
      icon={note ? 'edit' : 'mail'}
      title={note ? t('inbox.note-head') : message.by.name}
      at={message.at}
      aside={
        note
          ? message.by.name
          : message.takenBack
            ? t('inbox.taken-back')
            : t(message.channel === 'sms' ? 'inbox.via-sms' : 'inbox.via-mail')
      }
    >
      <p
        lang={note ? undefined : languageTag[message.locale]}
        className={`wrap-anywhere whitespace-pre-line ${message.takenBack ? 'text-ink-2 line-through' : ''}`}
      >
        {message.body}
      </p>
      {message.backUntil && message.letter?.state !== 'refused' && <TakeBack {...props} until={message.backUntil} />}
      {message.letter && !(message.backUntil && message.letter.state === 'waits') && (
        <LetterState entry={props.entry} message={message.id} letter={message.letter} />
      )}
    </Words>
  )
}

function TakeBack(props: { until: string; name: string; pending: boolean; onTakeBack: () => void }) {
  const t = useT()
  const [until] = useState(() => undoUntilRead(props.until, Date.now()))
  const left = useCountdown(until)
  if (left === 0) return null
  return (
    <div role="status" className="mt-2 flex flex-wrap items-center gap-3">
      <Button icon="undo" pending={props.pending} onClick={props.onTakeBack}>
        {t('inbox.take-back')}
      </Button>
      <span aria-hidden="true" className="tabular-nums text-ink-2">
        {t('inbox.sending', { name: props.name, count: left })}
      </span>
    </div>
  )
}

function Words(props: {
  tone: string
  icon?: 'edit' | 'mail'
  title: string
  at: string
  aside?: string
  children: ReactNode
}) {
  const locale = useLocale()
  return (
    <section className={`rounded-2xl p-4 ${props.tone}`}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="inline-flex items-center gap-2 text-base font-bold">
          {props.icon && <Icon name={props.icon} size={18} className="shrink-0" />}
          {props.title}
          {props.aside && <span className="text-sm font-normal text-ink-2">{props.aside}</span>}
        </h3>
        <span className="text-sm text-ink-2">{dateTime(locale, props.at)}</span>
      </div>
      {props.children}
    </section>
  )
}
