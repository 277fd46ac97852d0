import { useEffect, useRef, useState } from 'react'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { FormFields } from '../../forms/form-fields.tsx'
import { SheetView } from '../../ui/sheet-view.tsx'
import type { SubscriptionDetail } from '../../domain/subscription.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useNextNames } from './use-next-names.ts'

type Props = { of: SubscriptionDetail; definition: FormDefinition; onSaved: () => Promise<void> }

/** Whom the next term of a subscription is for, as written, and the form to change it while it is open. */
export function NextNames({ of, definition, onSaved }: Props) {
  const t = useT()
  const locale = useLocale()
  const [editing, setEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const done = () => {
    setEditing(false)
    heading.current?.focus()
  }
  return (
    <Panel aria-labelledby="names-heading">
      <h2 id="names-heading" ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
        {t('subscription.names-title')}
      </h2>
      {editing ? (
        <Editor
          of={of}
          definition={definition}
          onLeave={done}
          onSaved={async () => {
            toast({ text: 'subscription.names-saved', type: 'success' })
            await onSaved().catch(console.error)
            done()
          }}
        />
      ) : (
        <>
          {of.sheet ? (
            <SheetView sheet={of.sheet} className="" />
          ) : (
            <p className="text-ink-2">{t('subscription.names-none')}</p>
          )}
          <p className="mt-3">
            {of.editUntil
              ? // The moment itself is no longer in time.
                t('subscription.names-until', { date: date(locale, Date.parse(of.editUntil) - 1) })
              : t('subscription.names-closed', { date: date(locale, nextStart(of)) })}
          </p>
          {of.editUntil && (
            <Button icon="edit" className="mt-4" onClick={() => setEditing(true)}>
              {t('subscription.names-edit')}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

/** When the term begins whose names are closed: the last one that is paid, or the one after it. */
function nextStart(of: SubscriptionDetail): string {
  const last = of.terms.findLast((term) => term.paidAt)
  return last && !last.performedAt ? last.startsAt : of.endsAt
}

function Editor(props: Props & { onLeave: () => void }) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const names = useNextNames(props.of, props.definition, props.onSaved)
  // The button that was pressed is gone.
  useEffect(() => form.current?.querySelector<HTMLElement>('input,select,textarea')?.focus(), [])
  return (
    <form
      ref={form}
      noValidate
      method="post"
      aria-labelledby="names-heading"
      className="space-y-8"
      onSubmit={(event) => {
        event.preventDefault()
        void names.save()
      }}
    >
      <ErrorSummary {...names.summary} />
      <FormFields
        definition={props.definition}
        draft={names.draft}
        nameCapacity={props.of.nameCapacity}
        errors={names.errors}
        onChange={names.change}
        firstSection={0}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" kind="primary" pending={names.pending}>
          {t('subscription.names-save')}
        </Button>
        <Button onClick={props.onLeave}>{t('subscription.names-keep')}</Button>
      </div>
    </form>
  )
}
