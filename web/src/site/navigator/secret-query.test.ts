import { afterEach, describe, expect, it } from 'vitest'
import { hideAddress, hideSecrets, withSecrets } from './secret-query.ts'

const at = (path: string) => new URL(path, location.href)
const written = (url: URL) => url.href.slice(url.origin.length)

afterEach(() => history.replaceState(null, '', '/'))

describe('a ticket in the query of a link', () => {
  it('a ticket is removed from the address bar, keeping the history state', () => {
    history.replaceState({ key: 'k' }, '', '/zh/member/reset-email?a=1&ticket=open-sesame#form')
    hideAddress()
    expect(written(new URL(location.href))).toBe('/zh/member/reset-email?a=1#form')
    expect(history.state).toEqual({ key: 'k' })
  })

  it('a ticket is taken from the document’s inline script, which hid it earlier', () => {
    history.replaceState(null, '', '/member/reset-email?a=1')
    Object.assign(document.documentElement, { secrets: { ticket: 'open-early' } })
    hideAddress()
    expect(written(new URL(location.href))).toBe('/member/reset-email?a=1')
    expect(written(withSecrets(at('/member/reset-email?a=1')))).toBe('/member/reset-email?a=1&ticket=open-early')
    expect(document.documentElement).toHaveProperty('secrets', undefined)
  })

  it('a ticket is sent along when the server is asked again, in either language', () => {
    hideSecrets(at('/member/reset-email?ticket=open-sesame'))
    expect(written(withSecrets(at('/member/reset-email')))).toBe('/member/reset-email?ticket=open-sesame')
    expect(written(withSecrets(at('/zh/member/reset-email?a=1')))).toBe('/zh/member/reset-email?a=1&ticket=open-sesame')
  })

  it('a ticket is replaced by that of a newer link', () => {
    hideSecrets(at('/member/reset-email?ticket=old'))
    expect(written(withSecrets(at('/member/reset-email?ticket=new')))).toBe('/member/reset-email?ticket=new')
    hideSecrets(at('/member/reset-email?ticket=new'))
    expect(written(withSecrets(at('/member/reset-email')))).toBe('/member/reset-email?ticket=new')
  })

  it('a ticket is sent to no other page, and other queries are not changed', () => {
    hideSecrets(at('/member/reset-email?ticket=open-sesame'))
    for (const path of ['/', '/cart?x=%20y', '/member/profile', '/nowhere'])
      expect(written(withSecrets(at(path)))).toBe(path)
    expect(written(hideSecrets(at('/cart?ticket=x')))).toBe('/cart?ticket=x')
  })
})
