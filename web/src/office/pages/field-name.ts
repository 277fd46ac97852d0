import type { MessageKey, Translate } from '../../i18n/messages.ts'

const names: Record<string, MessageKey> = {
  'title.en': 'pages.title-en',
  'title.zh': 'pages.title-zh',
  'html.en': 'pages.text-label-en',
  'html.zh': 'pages.text-label-zh',
  key: 'pages.address',
  'text.en': 'pages.banner-text-en',
  'text.zh': 'pages.banner-text-zh',
  type: 'pages.banner-type',
  href: 'pages.banner-href',
  art: 'pages.banner-art',
  'name.en': 'pages.place-name-en',
  'name.zh': 'pages.place-name-zh',
  'address.en': 'pages.place-address-en',
  'address.zh': 'pages.place-address-zh',
  'directions.en': 'pages.place-directions-en',
  'directions.zh': 'pages.place-directions-zh',
  'hours.en': 'pages.place-hours-en',
  'hours.zh': 'pages.place-hours-zh',
  phone: 'pages.place-phone',
  whatsapp: 'pages.place-whatsapp',
  email: 'pages.place-email',
  opening: 'pages.opening',
}

/** What people call a field: "Text, English". */
export function fieldName(t: Translate, field: string): string {
  const name = names[field]
  return name ? t(name) : field
}
