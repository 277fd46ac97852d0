import { describe, expect, it } from 'vitest'
import { blocksOf, lackingIn } from './text-blocks.ts'

const english = '<p>Hands.</p><h2>Where</h2><ul><li>Kitchen</li><li>Writing</li></ul><img src="/media/a"><p>Come.</p>'

describe('text missing in a language', () => {
  it('everything is missing in a language when nothing is written', () => {
    expect(lackingIn('', english).lacking.map(({ words, at }) => [words, at])).toEqual([
      ['Hands.', -1],
      ['Where', -1],
      ['Kitchen · Writing', -1],
      ['Come.', -1],
    ])
  })
  it('each empty block is missing when both languages have the same structure', () => {
    const skeleton = '<p></p><h2>哪里</h2><ul><li>厨房</li><li></li></ul><img src="/media/a"><p>来吧。</p>'
    expect(lackingIn(skeleton, english)).toEqual({
      all: 4,
      lacking: [
        { place: '-1.0', words: 'Hands.', at: 0 },
        { place: '0.1', words: 'Kitchen · Writing', at: 2 },
      ],
    })
  })
  it('no text is missing when every matching block has text, whatever the other blocks', () => {
    const chinese = '<p>人手。</p><p>另一段。</p><h2>哪里</h2><ul><li>厨房</li></ul><img src="/media/a"><p>来吧。</p>'
    expect(lackingIn(chinese, english).lacking).toEqual([])
  })
  it('captions of pictures and empty paragraphs do not count as missing text', () => {
    expect(lackingIn('', '<img src="/media/a"><p></p><hr>')).toEqual({ all: 0, lacking: [] })
    expect(blocksOf('<figure><img src="/media/a"><figcaption></figcaption></figure>')[0]?.whole).toBe(true)
  })
})
