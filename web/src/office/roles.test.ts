import { describe, expect, it } from 'vitest'
import { areasOf, staffRolesOf } from './roles.ts'

describe('the pages that a role opens', () => {
  it('shows the treasurer payments and counter', () => expect(areasOf(['treasurer'])).toEqual(['payments', 'counter']))
  it('shows the counter the counter alone', () => expect(areasOf(['counter'])).toEqual(['counter']))
  it('shows the administrator everything', () => expect(areasOf(['admin'])).toEqual(['payments', 'counter']))
  it('shows an editor and the ritual staff none yet', () => expect(areasOf(['editor', 'ritual'])).toEqual([]))
  it('adds up several roles', () => expect(areasOf(['counter', 'treasurer'])).toEqual(['payments', 'counter']))
  it('shows a member none', () => expect(areasOf(['member', ''])).toEqual([]))
})

describe('office roles', () => {
  it('are none for a member', () => expect(staffRolesOf(['member'])).toEqual([]))
  it('are those the office knows', () =>
    expect(staffRolesOf(['admin', 'guest', 'editor'])).toEqual(['editor', 'admin']))
})
