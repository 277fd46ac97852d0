import { expect, it } from 'vitest'
import { localeCookie } from './locale-cookie.ts'

const year = 'path=/; max-age=31536000'

it('stores the language for a year for the whole site', () => {
  expect(localeCookie('zh', { secure: false, framed: false })).toBe(`i18n_redirected=zh; ${year}; SameSite=Lax`)
})

it('is sent over https only when the site has https', () => {
  expect(localeCookie('en', { secure: true, framed: false })).toBe(`i18n_redirected=en; ${year}; SameSite=Lax; Secure`)
})

it('is usable inside a cross-site frame, which needs https', () => {
  expect(localeCookie('en', { secure: true, framed: true })).toBe(`i18n_redirected=en; ${year}; SameSite=None; Secure`)
  expect(localeCookie('en', { secure: false, framed: true })).toBe(`i18n_redirected=en; ${year}; SameSite=Lax`)
})
