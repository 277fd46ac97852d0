import { describe, expect, it } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const of = (target: string) => safeRedirect(`?redirect=${encodeURIComponent(target)}`)

describe('the redirect target after login', () => {
  it.each(['/cart/checkout', '/zh/cart/checkout', '/transaction/status?id=1&x=%2F%2F', '/blessing-service/%E7%81%AF'])(
    'the redirect target after login may be %s',
    (path) => expect(of(path)).toBe(path),
  )

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2Fevil.example',
    '/%252Fevil.example',
    '/a\tb',
    'javascript:alert(1)',
    'cart',
    '/%E0%A4%A',
    '',
  ])('the redirect target after login is never %s', (path) => expect(of(path)).toBeUndefined())

  it('the redirect target after login is never the login page itself', () =>
    expect(of('/zh/member/login')).toBeUndefined())
  it('the redirect target after login is undefined without the redirect parameter', () =>
    expect(safeRedirect('')).toBeUndefined())
})
