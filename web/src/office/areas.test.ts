import { describe, expect, it } from 'vitest'
import { areas, areasOf } from './areas.ts'
import { staffRolesOf } from './kit/session/roles.ts'

const idsOf = (roles: readonly string[]) => areasOf(roles).map(({ id }) => id)

describe('the office areas that a role opens', () => {
  it('are money and the counter for the treasurer', () =>
    expect(idsOf(['treasurer'])).toEqual([
      'today',
      'payments',
      'late',
      'refunds',
      'bank',
      'counter',
      'walk-in',
      'orders',
      'accounts',
      'prices',
      'ceremonies',
      'halls',
      'letters',
      'settings',
    ]))
  it('are the counter, members and the inbox for the counter', () =>
    expect(idsOf(['counter'])).toEqual([
      'today',
      'counter',
      'walk-in',
      'orders',
      'members',
      'inbox',
      'ceremonies',
      'halls',
    ]))
  it('are all for the administrator', () => expect(idsOf(['admin'])).toEqual(areas.map(({ id }) => id)))
  it('are the website and the inbox for an editor', () =>
    expect(idsOf(['editor'])).toEqual([
      'today',
      'pages',
      'events',
      'offerings',
      'forms',
      'banners',
      'pictures',
      'words',
      'contact',
      'addresses',
      'inbox',
      'texts',
    ]))
  it('add up for several roles', () =>
    expect(idsOf(['counter', 'editor'])).toEqual([
      'today',
      'counter',
      'walk-in',
      'orders',
      'pages',
      'events',
      'offerings',
      'forms',
      'banners',
      'pictures',
      'words',
      'contact',
      'addresses',
      'members',
      'inbox',
      'texts',
      'ceremonies',
      'halls',
    ]))
  it('are Today, ceremonies, halls and the print room for the ritual staff', () =>
    expect(idsOf(['ritual'])).toEqual(['today', 'ceremonies', 'halls', 'print']))
  it('are none for a member', () => expect(idsOf(['member', ''])).toEqual([]))
})

describe('office roles', () => {
  it('are none for a member', () => expect(staffRolesOf(['member'])).toEqual([]))
  it('are those that the office knows', () =>
    expect(staffRolesOf(['admin', 'guest', 'editor'])).toEqual(['editor', 'admin']))
})
