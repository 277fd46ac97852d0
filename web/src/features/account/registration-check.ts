import type { Wrong } from '../../forms/refusal.ts'
import type { Locale } from '../../i18n/messages.ts'
import { firstName, namesOf } from './names.ts'
import type { Typed } from './registration-draft.ts'

/** The body of POST /api/auth/registration. */
export type RegistrationBody = {
  name: string
  chineseName?: string
  mobile: string
  email?: string
  password: string
  locale: string
  acceptedPolicies: string
}

/** Checks a mobile number; errors refer to the control `id`. */
export function checkMobile(mobile: string, id: string): Wrong[] {
  const digits = mobile.replace(/\D/g, '')
  if (digits === '' || digits === '65') return [{ id, key: 'member.mobile-missing' }]
  return digits.length < 7 ? [{ id, key: 'member.mobile-wrong' }] : []
}

/** Checks name, e-mail address and consent. */
export function checkNames(typed: Omit<Typed, 'mobile'>, locale: Locale): Wrong[] {
  const wrong: Wrong[] = []
  if (!namesOf(typed).name.trim()) wrong.push({ id: firstName(locale), key: 'member.name-missing' })
  if (typed.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email))
    wrong.push({ id: 'email', key: 'member.email-wrong' })
  if (!typed.consent) wrong.push({ id: 'consent', key: 'member.consent-missing' })
  return wrong
}

/** Checks a registration as far as possible without the server; errors are message keys. */
export function checkRegistration(typed: Typed, password: string, locale: Locale): Wrong[] {
  const wrong = [...checkNames(typed, locale), ...checkMobile(typed.mobile, 'mobile')]
  if (password === '') wrong.push({ id: 'password', key: 'member.password-missing' })
  else if (Array.from(password).length < 8) wrong.push({ id: 'password', key: 'member.strength-short' })
  return wrong
}
