import { describe, expect, it } from 'vitest'
import { areas, areasOf } from './areas.ts'
import { staffRolesOf } from './kit/session/roles.ts'

const idsOf = (roles: readonly string[]) => areasOf(roles).map(({ id }) => id)

describe('the areas that a role opens', () => {
  it('are money and the counter for the treasurer', () => expect(idsOf(['treasurer'])).toMatchSnapshot())
  it('are the counter, members and the inbox for the counter', () => expect(idsOf(['counter'])).toMatchSnapshot())
  it('are all for the administrator', () => expect(idsOf(['admin'])).toEqual(areas.map(({ id }) => id)))
  it('are the website and the inbox for an editor', () => expect(idsOf(['editor'])).toMatchSnapshot())
  it('add up for several roles', () => expect(idsOf(['counter', 'editor'])).toMatchSnapshot())
  it('are today, ceremonies, halls and the print room for the ritual staff', () =>
    expect(idsOf(['ritual'])).toMatchSnapshot())
  it('are none for a member', () => expect(idsOf(['member', ''])).toEqual([]))
})

describe('office roles', () => {
  it('are none for a member', () => expect(staffRolesOf(['member'])).toEqual([]))
  it('are those the office knows', () =>
    expect(staffRolesOf(['admin', 'guest', 'editor'])).toEqual(['editor', 'admin']))
})
