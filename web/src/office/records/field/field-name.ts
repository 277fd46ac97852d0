import type { MessageKey, Translate } from '../../../i18n/messages.ts'

const names: Record<string, MessageKey> = {
  'title.en': 'records.title-en',
  'title.zh': 'records.title-zh',
  'html.en': 'records.text-label-en',
  'html.zh': 'records.text-label-zh',
  key: 'office.field.web-address',
  'text.en': 'records.banner-text-en',
  'text.zh': 'records.banner-text-zh',
  type: 'records.banner-type',
  href: 'records.banner-href',
  art: 'records.banner-art',
  'name.en': 'records.place-name-en',
  'name.zh': 'records.place-name-zh',
  'address.en': 'records.place-address-en',
  'address.zh': 'records.place-address-zh',
  'directions.en': 'records.place-directions-en',
  'directions.zh': 'records.place-directions-zh',
  'hours.en': 'records.place-hours-en',
  'hours.zh': 'records.place-hours-zh',
  phone: 'records.place-phone',
  whatsapp: 'records.place-whatsapp',
  email: 'common.field.email',
  opening: 'records.opening',
  'summary.en': 'records.summary-en',
  'summary.zh': 'records.summary-zh',
  'keywords.en': 'records.keywords-en',
  'keywords.zh': 'records.keywords-zh',
  category: 'records.category',
  form: 'records.form',
  opens: 'records.opens',
  closes: 'records.closes',
  options: 'records.options',
  'place.en': 'records.place-en',
  'place.zh': 'records.place-zh',
  kind: 'records.kind',
  offering: 'records.offering',
  rule: 'office.field.when',
}

const optionNames: Record<string, MessageKey> = {
  'title.en': 'records.name-en',
  'title.zh': 'records.name-zh',
  'text.en': 'records.offerings-line-en',
  'text.zh': 'records.offerings-line-zh',
  price: 'records.price-kind',
  least: 'records.least',
  most: 'records.most',
  suggestions: 'records.suggestions',
  later: 'records.later',
  names: 'records.names',
  each: 'records.each',
  places: 'records.places',
  terms: 'records.terms',
  channels: 'records.channels',
}

/** The name of a field for people: "Text, English". */
export function fieldName(t: Translate, field: string): string {
  const [, question = '', attribute] = /^ask\.(.+?)\.(label|help|[a-z]+)(?:\.(?:en|zh))?$/.exec(field) ?? []
  if (question) {
    const what = attribute === 'label' || attribute === 'help' ? attribute : 'attribute'
    return t(`records.f-${what}`, { question: question.replace(/\.(each|choice)\./g, ', ') })
  }
  const [, option = ''] = /^option\.[^.]+\.(.+)$/.exec(field) ?? []
  const name = option ? optionNames[option] : names[field.startsWith('rule.') ? 'rule' : field]
  return name ? t(name) : field
}

/** Whether a field is structured (opening hours, a repeat rule), not plain text. */
export const isShaped = (field: string) => field === 'opening' || field === 'rule'
