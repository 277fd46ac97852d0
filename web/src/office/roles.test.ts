import { describe, expect, it } from 'vitest'
import { areas, areasOf, staffRolesOf } from './roles.ts'

describe('the areas that a role opens', () => {
  it('are money and the counter for the treasurer', () =>
    expect(areasOf(['treasurer'])).toEqual([
      'payments',
      'late',
      'bank',
      'counter',
      'walk-in',
      'orders',
      'accounts',
      'letters',
      'settings',
    ]))
  it('are the counter, members and messages for the counter', () =>
    expect(areasOf(['counter'])).toEqual(['counter', 'walk-in', 'orders', 'members', 'messages']))
  it('are all for the administrator', () => expect(areasOf(['admin'])).toEqual(areas))
  it('are messages for an editor', () => expect(areasOf(['editor'])).toEqual(['messages']))
  it('add up for several roles', () =>
    expect(areasOf(['counter', 'editor'])).toEqual(['counter', 'walk-in', 'orders', 'members', 'messages']))
  it('are none yet for the ritual staff', () => expect(areasOf(['ritual'])).toEqual([]))
  it('are none for a member', () => expect(areasOf(['member', ''])).toEqual([]))
})

describe('office roles', () => {
  it('are none for a member', () => expect(staffRolesOf(['member'])).toEqual([]))
  it('are those the office knows', () =>
    expect(staffRolesOf(['admin', 'guest', 'editor'])).toEqual(['editor', 'admin']))
})
