import { useMemo, useRef } from 'react'
import type { Contact } from '../features/contact/contact.ts'
import { Facts } from '../features/contact/facts.tsx'
import { ReceivedPanel } from '../features/contact/received-panel.tsx'
import { TheWay } from '../features/contact/the-way.tsx'
import { AnswerField } from '../features/form/answer-field.tsx'
import type { FormDefinition } from '../features/form/definition.ts'
import { fieldId } from '../features/form/problems.ts'
import { useT } from '../i18n/context.tsx'
import { usePageData } from '../page/payload.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useAfterPress } from '../ui/use-after-press.ts'
import { useMessage } from './use-message.ts'

/** Hours, address and ways to reach the temple, with a form to write to it. */
export default function ContactPage() {
  const t = useT()
  const contact = usePageData<Contact<FormDefinition>>()
  if (!contact) return null
  return (
    <div className="wrap">
      <PageHeading eyebrow={t('common.visit-us')} title={t('contact.title')} text={t('contact.text')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[23rem_minmax(0,1fr)] lg:gap-10">
        <Facts contact={contact} />
        {contact.form ? <MessageForm definition={contact.form} /> : <Notice>{t('contact.no-form')}</Notice>}
      </div>
      <TheWay contact={contact} />
    </div>
  )
}

function MessageForm({ definition }: { definition: FormDefinition }) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const message = useMessage(definition, form)
  const leave = useAfterPress(message.leave)
  const { wrong } = message
  const errors = useMemo(() => new Map(wrong.flatMap(({ id, text }) => (id ? [[id, text] as const] : []))), [wrong])
  const summary = useMemo(() => wrong.map(({ id, summary: text }) => ({ id, text })), [wrong])
  if (message.reference) return <ReceivedPanel reference={message.reference} onAnother={message.startAfresh} />
  return (
    <form
      ref={form}
      noValidate
      method="post"
      aria-labelledby="message-title"
      className="card p-5 sm:p-8"
      onBlur={leave}
      onSubmit={(event) => {
        event.preventDefault()
        void message.send()
      }}
    >
      <h2 id="message-title" className="text-3xl">
        {t('contact.form-title')}
      </h2>
      <p className="mb-6 mt-2 text-ink-2">{t('contact.form-text')}</p>
      <ErrorSummary errors={summary} focusKey={message.refusals} />
      {message.restored && (
        <div className="mb-6">
          <Notice title={t('contact.restored')}>
            <button type="button" className="link inline-flex min-h-11 items-center" onClick={message.startAfresh}>
              {t('contact.start-afresh')}
            </button>
          </Notice>
        </div>
      )}
      <div className="space-y-5">
        {definition.fields.map((field) => (
          <AnswerField
            key={field.key}
            id={fieldId(field.key)}
            field={field}
            showOptional={!definition.requireOneOf?.includes(field.key)}
            answer={message.answers[field.key]}
            error={errors.get(fieldId(field.key))}
            onAnswer={(answer) => message.answer(field.key, answer)}
          />
        ))}
      </div>
      <Button type="submit" kind="primary" className="mt-7 max-sm:w-full" pending={message.pending}>
        {t('contact.send')}
      </Button>
    </form>
  )
}
