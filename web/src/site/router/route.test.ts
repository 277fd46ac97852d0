import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { href, type LinkId } from './href.ts'
import { matchPath, routeByName, routeName, routeNames } from './route.ts'

const golden = readFileSync(resolve(import.meta.dirname, '../../../../testdata/route-names.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

describe('route names', () => {
  it('route names equal the server’s, in both languages', () => {
    expect(routeNames).toEqual(golden.map(([name]) => name))
    expect(routeNames).toContain('cart-checkout___en')
    expect(routeNames).toContain('about-us-key___zh')
  })

  it('route names lead to the URLs that the server has for them', () => {
    for (const [name = '', path = ''] of golden) {
      const named = routeByName(name)
      if (!named) throw new Error(`no route ${name}`)
      const { route, locale } = named
      expect(Boolean(route.path)).toBe(Boolean(path))
      const address = path && href(locale, route.id as LinkId, { key: 'lotus', id: 'lotus' })
      expect(address).toBe(path.replace(/:\w+/, 'lotus'))
      const matched = path ? matchPath(address) : undefined
      expect(matched ? routeName(matched.route.id as LinkId, matched.locale) : '').toBe(path && name)
    }
  })

  it('route names are undefined without their language', () => {
    expect(routeByName('cart')).toBeUndefined()
    expect(routeByName('cart___fr')).toBeUndefined()
  })
})
