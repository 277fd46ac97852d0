import { describe, expect, it } from 'vitest'
import { placeStates, shapeOf, stateOf, tally } from './place-state.ts'

describe('the map of a tower', () => {
  it('the tower map accepts exactly the position states that the server sends', () => {
    expect([...'fhbtkcun'].map(stateOf)).toEqual([...placeStates])
    expect([stateOf(' '), stateOf('x'), stateOf(undefined)]).toEqual([undefined, undefined, undefined])
  })
  it('the tower map draws every state in a different shape, except that free and taken differ by their fill', () => {
    const shapes = placeStates.map((state) => shapeOf(state, 0, 0))
    expect(new Set(shapes).size).toBe(placeStates.length - 1)
    expect(shapeOf('free', 0, 0)).toBe(shapeOf('taken', 0, 0))
  })
  it('the tower map counts positions by state', () => {
    const counts = tally([{ states: 'fft k' }, { states: 'c' }])
    expect(counts).toMatchObject({ free: 2, taken: 1, kept: 1, clearing: 1, held: 0 })
  })
})
