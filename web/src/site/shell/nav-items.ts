import type { MessageKey } from '../../i18n/messages.ts'
import type { PlainLinkId } from '../router/href.ts'
import type { IconName } from '../../ui/icon.tsx'

export type NavItem = { to: PlainLinkId; hash?: string; label: MessageKey; icon?: IconName }

/** The main navigation, in header and menu. */
export const mainNav = [
  { to: 'blessing-service', label: 'common.blessing-service' },
  { to: 'event', label: 'common.event' },
  { to: 'about-us', label: 'common.about-us' },
  { to: 'contact-us', label: 'common.contact-title' },
] as const satisfies readonly NavItem[]

/** The tabs at the bottom of a phone; `tab` is the name used in routes. */
export const tabs = [
  { tab: 'home', to: 'home', label: 'common.home', icon: 'home' },
  { tab: 'blessing-service', to: 'blessing-service', label: 'common.tab-blessing', icon: 'lamp' },
  { tab: 'event', to: 'event', label: 'common.tab-event', icon: 'calendar' },
  { tab: 'cart', to: 'cart', label: 'common.cart', icon: 'cart' },
  { tab: 'member', to: 'member-profile', label: 'common.tab-me', icon: 'user' },
] as const satisfies readonly (NavItem & { tab: string; icon: IconName })[]

/** The columns of the footer. On a phone, `inRow` columns are rows. */
export const footerNav = [
  {
    title: 'common.footer-visit-title',
    items: [
      { to: 'contact-us', hash: 'way', label: 'common.hours-and-map' },
      { to: 'contact-us', label: 'common.contact-title' },
      { to: 'event', label: 'common.event' },
      { to: 'about-us', label: 'common.about-us' },
    ],
  },
  {
    title: 'common.footer-offer-title',
    items: [
      { to: 'blessing-service', label: 'common.blessing-service' },
      { to: 'member-profile-invoices', label: 'common.check-order' },
      { to: 'find-my-lamp', label: 'common.find-my-lamp' },
      { to: 'cart', label: 'common.your-cart' },
      { to: 'misc-faq', label: 'common.faq' },
    ],
  },
  {
    title: 'common.footer-policies-title',
    inRow: true,
    items: [
      { to: 'misc-privacy-policy', label: 'common.privacy-policy' },
      { to: 'misc-service-policy', label: 'common.service-policy' },
      { to: 'misc-term-and-condition', label: 'common.term-and-condition' },
    ],
  },
] satisfies readonly { title: MessageKey; inRow?: true; items: readonly NavItem[] }[]
