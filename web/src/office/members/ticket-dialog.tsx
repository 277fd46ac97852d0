import { useEffect, useRef, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { phone, time } from '../../i18n/format.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { FoundMember } from './member-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

type Ticket = Value<'/api/admin/member/{id}/ticket', 'post'>

/**
 * Creates a link with which a member at the counter can set a new e-mail address, after the clerk has confirmed the
 * identity.
 */
export function TicketDialog({ member, onClose }: { member: FoundMember | undefined; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open={Boolean(member)} onClose={onClose} title={t('members.ticket')}>
      {member && <TicketForm key={member.id} member={member} onClose={onClose} />}
    </Dialog>
  )
}

function TicketForm({ member, onClose }: { member: FoundMember; onClose: () => void }) {
  const t = useT()
  const [ticket, setTicket] = useState<Ticket>()
  const form = useOfficeForm({
    initial: { checked: false, sms: false },
    check: ({ checked }) => (checked ? [] : [{ id: 'checked', key: 'fault.not-checked' }]),
    send: (body) => api.post('/api/admin/member/{id}/ticket', { params: { id: member.id }, body }),
    done: setTicket,
  })
  const { checked, sms } = form.values
  if (ticket) return <Given ticket={ticket} onClose={onClose} />
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <p className="text-lg">
        <strong>{member.name}</strong> {member.chineseName} {member.mobile && phone(member.mobile)}
      </p>
      <p>{t('members.ticket-text')}</p>
      <Checkbox
        label={t('members.ticket-checked')}
        checked={checked}
        onChange={(event) => form.set({ checked: event.target.checked })}
        error={checked ? undefined : form.errorOf('checked')}
      />
      {member.mobileVerified && (
        <Checkbox
          label={t('members.ticket-sms', { mobile: phone(member.mobile) })}
          checked={sms}
          onChange={(event) => form.set({ sms: event.target.checked })}
        />
      )}
      <DialogButtons label={t('members.ticket-give')} act={form} onClose={onClose} className="pt-1" />
    </form>
  )
}

function Given({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { size, path } = ticket.qr
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="space-y-4 outline-none">
      <p role="status">{t('members.ticket-ready', { time: time(locale, ticket.expiresAt) })}</p>
      {ticket.sentTo && <Notice kind="success">{t('members.ticket-sent', { mobile: phone(ticket.sentTo) })}</Notice>}
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('members.ticket-code')}
        className="mx-auto w-72 max-w-full rounded-xl bg-white"
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
      <p className="break-all rounded-xl bg-paper-2 p-3 font-mono text-sm">{ticket.link}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <CopyButton text={ticket.link} of={t('members.ticket-code')} label={t('office.ticket-copy')} />
        <Button kind="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  )
}
