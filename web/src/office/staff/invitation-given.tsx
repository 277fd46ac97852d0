import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Invitation } from './staff-queries.ts'

/** The result of an invitation: where it was sent, or the link to hand over, which is shown only once. */
export function InvitationGiven(props: { name: string; invitation: Invitation; onClose: () => void }) {
  const t = useT()
  const { name, invitation } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="space-y-4 outline-none">
      <Notice kind="success" role="status">
        {invitation.sentTo ? t('staff.sent', { to: phone(invitation.sentTo) }) : t('staff.made', { name })}
      </Notice>
      {invitation.link && (
        <>
          <p>{t('staff.link', { name })}</p>
          <p className="break-all rounded-xl bg-paper-2 p-3 font-mono text-sm">{invitation.link}</p>
        </>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {invitation.link && <CopyButton text={invitation.link} of={name} label={t('office.ticket-copy')} />}
        <Button kind="primary" onClick={props.onClose}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  )
}
