import { Facts } from '../features/contact/facts.tsx'
import { Directions } from '../features/contact/directions.tsx'
import { useT } from '../i18n/context.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { MessageForm } from '../features/contact/message-form.tsx'

/** Opening hours, address and contact details, with a contact form. */
export default function ContactPage() {
  const t = useT()
  const contact = usePageData('contact-us')
  if (!contact) return null
  return (
    <div className="wrap">
      <PageHeading title={t('common.contact-title')} text={t('contact.text')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[23rem_minmax(0,1fr)] lg:gap-10">
        <Facts contact={contact} />
        {contact.form ? (
          <MessageForm definition={contact.form} title={t('contact.form-title')} text={t('contact.form-text')} />
        ) : (
          <Notice>
            <p>{t('contact.no-form')}</p>
            <TemplePhone />
          </Notice>
        )}
      </div>
      <Directions contact={contact} />
    </div>
  )
}
