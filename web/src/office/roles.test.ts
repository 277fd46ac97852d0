import { describe, expect, it } from 'vitest'
import { areasOf, staffRolesOf } from './roles.ts'

describe('the pages that a role opens', () => {
  it('shows the treasurer payments and counter', () => expect(areasOf(['treasurer'])).toEqual(['payments', 'counter']))
  it('shows the counter the counter, members and messages', () =>
    expect(areasOf(['counter'])).toEqual(['counter', 'members', 'messages']))
  it('shows the administrator everything', () =>
    expect(areasOf(['admin'])).toEqual(['payments', 'counter', 'members', 'messages', 'staff']))
  it('shows an editor messages', () => expect(areasOf(['editor'])).toEqual(['messages']))
  it('adds up several roles', () =>
    expect(areasOf(['counter', 'treasurer'])).toEqual(['payments', 'counter', 'members', 'messages']))
  it('shows the ritual staff none yet', () => expect(areasOf(['ritual'])).toEqual([]))
  it('shows a member none', () => expect(areasOf(['member', ''])).toEqual([]))
})

describe('office roles', () => {
  it('are none for a member', () => expect(staffRolesOf(['member'])).toEqual([]))
  it('are those the office knows', () =>
    expect(staffRolesOf(['admin', 'guest', 'editor'])).toEqual(['editor', 'admin']))
})
