import { describe, expect, it } from 'vitest'
import { areas, areasOf } from './areas.ts'
import { staffRolesOf } from './kit/session/roles.ts'

const idsOf = (roles: readonly string[]) => areasOf(roles).map(({ id }) => id)

describe('the office areas that a role opens', () => {
  it('the treasurer may open the money areas and the counter', () =>
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
  it('counter staff may open the counter, members and the inbox', () =>
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
  it('the administrator may open all office areas', () => expect(idsOf(['admin'])).toEqual(areas.map(({ id }) => id)))
  it('an editor may open the website areas and the inbox', () =>
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
  it('the areas of several roles add up', () =>
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
  it('ritual staff may open Today, ceremonies, halls and the print room', () =>
    expect(idsOf(['ritual'])).toEqual(['today', 'ceremonies', 'halls', 'print']))
  it('a member may open no office area', () => expect(idsOf(['member', ''])).toEqual([]))
})

describe('office roles', () => {
  it('a member has no office role', () => expect(staffRolesOf(['member'])).toEqual([]))
  it('the office roles are those that the office knows', () =>
    expect(staffRolesOf(['admin', 'guest', 'editor'])).toEqual(['editor', 'admin']))
})
