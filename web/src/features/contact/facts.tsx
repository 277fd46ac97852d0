import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, openHours } from '../../i18n/format.ts'
import { usePage } from '../../site/router/payload.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { phoneUrl, whatsAppUrl, type Contact } from './contact.ts'

/** Opening hours, address and contact details. */
export function Facts({ contact }: { contact: Contact }) {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  const { lunarDay } = contact
  return (
    <Panel size="l" aria-label={t('contact.facts')} className="self-start">
      <dl className="space-y-5 text-lg">
        <Fact icon="clock" name={t(site.closedToday ? 'contact.closed-today' : 'contact.today')}>
          {site.openToday && <p className="text-xl font-bold text-ink">{openHours(locale, site.hoursToday)}</p>}
          <p className="whitespace-pre-line">{contact.hours}</p>
          {lunarDay && (
            <p className="mt-1">
              {date(locale, lunarDay.date, 'short')} <span lang="zh-Hans">{lunarDay.lunar}</span>
              {t('contact.lunar-hours', { hours: openHours(locale, lunarDay.hours).replaceAll(' ', '\u00a0') })}
            </p>
          )}
        </Fact>
        <Fact icon="pin" name={t('common.field.address')}>
          <p className="whitespace-pre-line">{site.address}</p>
          <p>{contact.directions}</p>
        </Fact>
        {site.phone && (
          <Fact icon="phone" name={t('contact.call')}>
            <a className="link touch text-xl font-bold" href={phoneUrl(site.phone)}>
              {site.phone}
            </a>
          </Fact>
        )}
        {contact.email && (
          <Fact icon="mail" name={t('common.field.email')}>
            <a className="link touch break-all" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </Fact>
        )}
      </dl>
      {contact.whatsApp && (
        <a
          className={buttonClass('plain', 'mt-5 w-full')}
          href={whatsAppUrl(contact.whatsApp)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="chat" />
          {t('contact.whatsapp-write')}
        </a>
      )}
    </Panel>
  )
}

function Fact(props: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div className="relative pl-15">
      <dt className="font-bold">
        <span className="absolute left-0 top-0.5 grid h-11 w-11 place-items-center rounded-full bg-jade-1 text-jade">
          <Icon name={props.icon} />
        </span>
        {props.name}
      </dt>
      <dd className="text-ink-2">{props.children}</dd>
    </div>
  )
}
