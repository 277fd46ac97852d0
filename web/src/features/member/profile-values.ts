import type { components } from '../../api/schema'

type Address = components['schemas']['MemberAddress']

/** The values of the form, text as typed. */
export type ProfileValues = {
  name: string
  chineseName: string
  locale: string
  address: Required<Address>
  reminders: string
  news: boolean
}

/** Countries offered for addresses; ZZ is any other. */
export const countries = ['SG', 'MY', 'ID', 'CN', 'HK', 'TW', 'TH', 'AU', 'GB', 'US', 'ZZ'] as const

/** An address with all properties, as the form needs it. A country that is not offered becomes "other". */
export function wholeAddress(address: Address): Required<Address> {
  const { postalCode = '', block = '', street = '', unit = '', text = '' } = address
  const known = address.country === '' || countries.some((country) => country === address.country)
  return { country: known ? address.country : 'ZZ', postalCode, block, street, unit, text }
}

export type ProfileChange = Partial<ProfileValues>

/** The fields that differ from the saved ones. An address is sent as a whole. */
export function changedFields(saved: ProfileValues, typed: ProfileValues): ProfileChange {
  const change: ProfileChange = {}
  if (typed.name !== saved.name) change.name = typed.name
  if (typed.chineseName !== saved.chineseName) change.chineseName = typed.chineseName
  if (typed.locale !== saved.locale) change.locale = typed.locale
  if (typed.reminders !== saved.reminders) change.reminders = typed.reminders
  if (typed.news !== saved.news) change.news = typed.news
  const parts = ['country', 'postalCode', 'block', 'street', 'unit', 'text'] as const
  if (parts.some((part) => typed.address[part] !== saved.address[part])) change.address = typed.address
  return change
}
