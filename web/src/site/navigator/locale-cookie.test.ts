import { expect, it } from 'vitest'
import { localeCookie } from './locale-cookie.ts'

const year = 'path=/; max-age=31536000'

it('keeps the language for a year on the whole site', () => {
  expect(localeCookie('zh', { secure: false, framed: false })).toBe(`i18n_redirected=zh; ${year}; SameSite=Lax`)
})

it('travels over https alone where the site has it', () => {
  expect(localeCookie('en', { secure: true, framed: false })).toBe(`i18n_redirected=en; ${year}; SameSite=Lax; Secure`)
})

it('crosses sites inside a frame of another one, which needs https', () => {
  expect(localeCookie('en', { secure: true, framed: true })).toBe(`i18n_redirected=en; ${year}; SameSite=None; Secure`)
  expect(localeCookie('en', { secure: false, framed: true })).toBe(`i18n_redirected=en; ${year}; SameSite=Lax`)
})
