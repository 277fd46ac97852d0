import type { MessageKey, Translate } from '../../../i18n/messages.ts'

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
  'summary.en': 'offerings.summary-en',
  'summary.zh': 'offerings.summary-zh',
  'keywords.en': 'offerings.keywords-en',
  'keywords.zh': 'offerings.keywords-zh',
  category: 'offerings.category',
  form: 'offerings.form',
  opens: 'offerings.opens',
  closes: 'offerings.closes',
  options: 'offerings.options',
  'place.en': 'happening.place-en',
  'place.zh': 'happening.place-zh',
  kind: 'happening.kind',
  offering: 'happening.offering',
  rule: 'dates.when',
}

const optionNames: Record<string, MessageKey> = {
  'title.en': 'offerings.name-en',
  'title.zh': 'offerings.name-zh',
  'text.en': 'offerings.line-en',
  'text.zh': 'offerings.line-zh',
  price: 'offerings.price-kind',
  least: 'offerings.least',
  most: 'offerings.most',
  suggestions: 'offerings.suggestions',
  later: 'offerings.later',
  names: 'offerings.names',
  each: 'offerings.each',
  places: 'offerings.places',
  terms: 'offerings.terms',
  channels: 'offerings.channels',
}

/** The name of a field for people: "Text, English". */
export function fieldName(t: Translate, field: string): string {
  const [, question = '', attribute] = /^ask\.(.+?)\.(label|help|[a-z]+)(?:\.(?:en|zh))?$/.exec(field) ?? []
  if (question) {
    const what = attribute === 'label' || attribute === 'help' ? attribute : 'attribute'
    return t(`forms.f-${what}`, { question: question.replace(/\.(each|choice)\./g, ', ') })
  }
  const [, option = ''] = /^option\.[^.]+\.(.+)$/.exec(field) ?? []
  const name = option ? optionNames[option] : names[field.startsWith('rule.') ? 'rule' : field]
  return name ? t(name) : field
}

/** Whether a field is structured (opening hours, a repeat rule), not plain text. */
export const isShaped = (field: string) => field === 'opening' || field === 'rule'
