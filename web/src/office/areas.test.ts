import { describe, expect, it } from 'vitest'
import { areas, areasOf } from './areas.ts'
import { staffRolesOf } from './kit/session/roles.ts'

const idsOf = (roles: readonly string[]) => areasOf(roles).map(({ id }) => id)

describe('the office areas that a role opens', () => {
  it('the treasurer may open the money areas and the counter', () => expect(idsOf(['treasurer'])).toMatchSnapshot())
  it('counter staff may open the counter, members and the inbox', () => expect(idsOf(['counter'])).toMatchSnapshot())
  it('the administrator may open all office areas', () => expect(idsOf(['admin'])).toEqual(areas.map(({ id }) => id)))
  it('an editor may open the website areas and the inbox', () => expect(idsOf(['editor'])).toMatchSnapshot())
  it('the areas of several roles add up', () => expect(idsOf(['counter', 'editor'])).toMatchSnapshot())
  it('ritual staff may open Today, ceremonies, halls and the print room', () =>
    expect(idsOf(['ritual'])).toMatchSnapshot())
  it('are none for a member', () => expect(idsOf(['member', ''])).toEqual([]))
})

describe('office roles', () => {
  it('a member has no office role', () => expect(staffRolesOf(['member'])).toEqual([]))
  it('the office roles are those that the office knows', () =>
    expect(staffRolesOf(['admin', 'guest', 'editor'])).toEqual(['editor', 'admin']))
})
