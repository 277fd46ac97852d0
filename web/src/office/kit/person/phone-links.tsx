import { api, type Value } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { phone } from '../../../i18n/format.ts'
import { Icon } from '../../../ui/icon.tsx'

/** The call and chat links of a person, as the office API returns them. */
export type PhoneLink = NonNullable<Value<'/api/admin/order/{id}', 'get'>['links']>

type Props = { links: PhoneLink | undefined; small?: boolean }

/**
 * A telephone link and, for a mobile number, a WhatsApp chat with a prepared text. Opening one is written to the audit
 * trail; nothing is sent without the user.
 */
export function PhoneLinks({ links, small = false }: Props) {
  const t = useT()
  if (!links) return null
  const look = `link inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap font-normal ${small ? 'text-sm' : ''}`
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4">
      <a className={look} href={`tel:${links.number}`} onClick={() => note(links, 'call')}>
        <Icon name="phone" size={18} className="shrink-0" />
        <span className="sr-only">{t('office.call')} </span>
        {phone(links.number)}
      </a>
      {links.whatsApp && (
        <a
          className={look}
          href={links.whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => note(links, 'whatsapp')}
        >
          <Icon name="chat" size={18} className="shrink-0" />
          WhatsApp
          <span className="sr-only"> {t('office.whatsapp-about', { about: t(`office.about-${links.about}`) })}</span>
        </a>
      )}
    </span>
  )
}

// Does not delay the link: a failed audit entry must not prevent a call.
function note({ of, about }: PhoneLink, by: 'call' | 'whatsapp') {
  api.post('/api/admin/chat', { body: { of, about, by } }).catch(() => undefined)
}
