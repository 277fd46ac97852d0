import { ReceivedPanel } from './received-panel.tsx'
import { AnswerField } from '../../forms/answer-field.tsx'
import { mostPeople, type FormDefinition } from '../../domain/form/definition.ts'
import { PeopleList } from '../../forms/people-list.tsx'
import { fieldId } from '../../forms/problems.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAfterPress } from '../../ui/use-after-press.ts'
import { useMessage } from './use-message.ts'

/** A form that is sent to the office: the contact form, or the enquiry about an offering that is not sold online. */
export function MessageForm(props: { definition: FormDefinition; title: string; text: string }) {
  const { definition } = props
  const t = useT()
  const message = useMessage(definition)
  const leave = useAfterPress(message.recheck)
  const { draft, errors } = message
  if (message.reference) return <ReceivedPanel reference={message.reference} onAnother={message.startAfresh} />
  return (
    <form
      noValidate
      method="post"
      aria-labelledby="message-title"
      className="card p-5 sm:p-8"
      onBlur={leave}
      onSubmit={message.onSubmit}
    >
      <h2 id="message-title" className="text-3xl">
        {props.title}
      </h2>
      <p className="mb-6 mt-2 text-ink-2">{props.text}</p>
      <ErrorSummary {...message.summary} />
      {message.restored && (
        <div className="mb-6">
          <Notice title={t('contact.restored')}>
            <button type="button" className="link touch" onClick={message.startAfresh}>
              {t('contact.start-afresh')}
            </button>
          </Notice>
        </div>
      )}
      <div className="space-y-5">
        {definition.fields.map((field, i) =>
          field.type === 'people' ? (
            <PeopleList
              key={field.key}
              field={field}
              people={draft.people[field.key] ?? []}
              most={mostPeople(definition, field, undefined)}
              errors={errors}
              onChange={message.edit}
              section={i}
            />
          ) : (
            <AnswerField
              key={field.key}
              id={fieldId(field.key)}
              field={field}
              showOptional={!definition.requireOneOf?.includes(field.key)}
              answer={draft.answers[field.key]}
              error={errors.get(fieldId(field.key))}
              onAnswer={(answer) => message.edit({ type: 'answer', field: field.key, answer })}
            />
          ),
        )}
      </div>
      {/* A honeypot, hidden from people and from the Tab order: only a program fills it in, and its message is spam. */}
      <input type="text" name="website" aria-label="website" hidden autoComplete="off" />
      <Button type="submit" kind="primary" className="mt-7 max-sm:w-full" pending={message.pending}>
        {t('contact.send')}
      </Button>
    </form>
  )
}
