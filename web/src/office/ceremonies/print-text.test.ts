import { describe, expect, it } from 'vitest'
import { charsOf, codeOf, cutAt, inWords, namesOn, numbered, replaced } from './print-text.ts'

describe('the print text of an entry', () => {
  it('the print text has the fixed words after a surname', () => {
    expect(namesOn({ kind: 'ancestors', surname: '欧阳' })).toEqual([{ name: '欧阳门堂上历代祖先' }])
    expect(namesOn({ kind: 'infant', surname: '陈' })).toEqual([{ name: '陈门婴灵' }])
    expect(namesOn({ kind: 'creditors' })).toEqual([{ name: '累劫冤亲债主' }])
    expect(namesOn({ kind: 'departed', ancestors: '黄', people: [{ name: '黄水春' }] })).toEqual([
      { name: '黄门堂上历代祖先' },
      { name: '黄水春' },
    ])
  })
  it('the print text is summarised in one line', () =>
    expect(
      inWords({
        kind: 'departed',
        people: [{ name: '吴䶮', honorific: '先父' }],
        dedicators: [{ name: '吴国强' }, { name: '陈𠮷祥' }],
      }),
    ).toBe('先父吴䶮 / 吴国强、陈𠮷祥'))
  it('the print text is split into characters for comparison, including those outside the basic plane', () =>
    expect(cutAt('陈𠮷祥', ['𠮷'])).toEqual([
      { text: '陈', marked: false },
      { text: '𠮷', marked: true },
      { text: '祥', marked: false },
    ]))
  it('lists each character of a print text once', () =>
    expect(
      charsOf([{ code: 'rare', char: '𠮷' }, { code: 'look-alike', char: '𠮷' }, { code: 'no-honorific' }]),
    ).toEqual(['𠮷']))
  it('names a character by its code point', () => expect([codeOf('𠮷'), codeOf('䶮')]).toEqual(['U+20BB7', 'U+4DAE']))
  it('entry numbers are padded to four digits', () =>
    expect([numbered(42), numbered(12345)]).toEqual(['0042', '12345']))
})

describe('replacing a character', () => {
  const text = {
    kind: 'departed' as const,
    people: [{ name: '吴𠮷', honorific: '先父', after: '居士' }],
    dedicators: [{ name: '陈𠮷祥', relation: '孝男' }],
    dates: ['𠮷日'],
  }
  it('replacing a character changes names and nothing else', () => {
    expect(replaced(text, '𠮷', '吉')).toEqual({
      kind: 'departed',
      people: [{ name: '吴吉', honorific: '先父', after: '居士' }],
      dedicators: [{ name: '陈吉祥', relation: '孝男' }],
      dates: ['吉日'],
    })
    expect(text.people[0]?.name).toBe('吴𠮷')
  })
  it('replacing a character that does not occur changes nothing', () =>
    expect(replaced(text, '祖', '租')).toEqual(text))
})
