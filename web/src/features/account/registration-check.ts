import type { Wrong } from '../../forms/use-errors.ts'
import type { Typed } from './registration-draft.ts'

/** What POST /api/auth/registration takes. */
export type RegistrationBody = {
  name: string
  chineseName?: string
  mobile: string
  email?: string
  password: string
  locale: string
  acceptedPolicies: string
}

/** What can be told without asking the server, as message keys in the order of the form. */
export function checkRegistration(typed: Typed, password: string): Wrong[] {
  const wrong: Wrong[] = []
  if (!typed.name.trim()) wrong.push({ id: 'name', key: 'member.name-missing' })
  const digits = typed.mobile.replace(/\D/g, '')
  if (digits === '' || digits === '65') wrong.push({ id: 'mobile', key: 'member.mobile-missing' })
  else if (digits.length < 7) wrong.push({ id: 'mobile', key: 'member.mobile-wrong' })
  if (typed.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email))
    wrong.push({ id: 'email', key: 'member.email-wrong' })
  if (password === '') wrong.push({ id: 'password', key: 'member.password-missing' })
  else if (Array.from(password).length < 8) wrong.push({ id: 'password', key: 'member.strength-short' })
  if (!typed.consent) wrong.push({ id: 'consent', key: 'member.consent-missing' })
  return wrong
}
