import { expect, request as requests, type APIRequestContext } from '@playwright/test'
import { linkIn, newcomer, type Person } from './devotee.ts'
import type { Program } from './program.ts'
import { logIn, newKey, staffPassword } from './setup.ts'
import { wordsOf, type Locale } from './words.ts'

type Wish = {
  person?: Person
  locale?: Locale
  /** Whether the e-mail address is confirmed. */
  confirmed?: boolean
}

/** Creates a member that no other test uses, logged in in the browser that shares its cookies with `request`. */
export async function newMember(request: APIRequestContext, program: Program, wish: Wish = {}): Promise<Person> {
  const { person = newcomer(), locale = 'en', confirmed = false } = wish
  const { name, chineseName, mobile, email, password } = person
  const call = async (path: string, data: Record<string, unknown>) => {
    const answer = await request.post(path, { data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await call('/api/auth/registration', {
    name,
    chineseName,
    mobile,
    email,
    password,
    locale,
    acceptedPolicies: '2026-11',
  })
  await call('/api/auth/otp/verify', { otp: await program.smsCode(mobile) })
  if (!confirmed) return person
  const mail = await program.mailbox.mailTo(email, wordsOf(locale)('mail.confirm-address.subject'))
  await call('/api/auth/reset-email', { ticket: new URL(linkIn(mail.text)).searchParams.get('ticket') })
  return person
}

/** Creates an office user that no other test uses, without a member record, logged in like {@link newMember}. */
export async function newStaff(request: APIRequestContext, program: Program, role: string): Promise<Person> {
  const person = { ...newcomer(), password: staffPassword }
  const { name, email, mobile, password } = person
  const office = await requests.newContext({ baseURL: program.url })
  await logIn(office, 'admin@temple.example', staffPassword)
  const data = { name, email, mobile, roles: [role], locale: 'en', send: 'link' }
  const made = await office.post('/api/admin/staff', { headers: newKey(), data })
  expect(made.status(), await made.text()).toBe(200)
  const { link } = (await made.json()) as { link: string }
  await office.dispose()
  const accepted = await request.post('/api/auth/invitation', {
    data: { ticket: new URL(link).hash.slice(1), password },
  })
  expect(accepted.status(), await accepted.text()).toBe(200)
  return person
}
