import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import type { FormDefinition } from '../../domain/form/definition.ts'
import { NamesEditor } from '../../forms/names-editor.tsx'
import { SheetView } from '../../ui/sheet-view.tsx'
import type { SubscriptionDetail } from '../../domain/subscription.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'

type Props = { of: SubscriptionDetail; definition: FormDefinition; onSaved: () => Promise<void> }

/** The names for the next term of a subscription, and the form to change them while that is possible. */
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
        <NamesEditor
          definition={definition}
          form={of.form}
          nameCapacity={of.nameCapacity}
          labelledBy="names-heading"
          send={(form) => api.put('/api/subscription/{id}/form', { params: { id: of.id }, body: { form } })}
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
              ? // At the exact time it is already too late.
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

/** When the term begins whose names can no longer be changed: the last paid one, or the one after it. */
function nextStart(of: SubscriptionDetail): string {
  const last = of.terms.findLast((term) => term.paidAt)
  return last && !last.performedAt ? last.startsAt : of.endsAt
}
