import { describe, expect, test } from 'vitest'
import { solarDay } from './lunar.ts'
import { chineseDay, lunarDate, signs, springDays, zodiacOn, type Boundary, type LunarDate } from './zodiac.ts'

type Case = { solar: string; lunar: Omit<LunarDate, 'leap'> & { leap?: boolean }; chinese: string } & Record<
  Boundary,
  string
>

const testdata = import.meta.glob<unknown>('../../../../testdata/{zodiac-cases,lunar-years}.json', {
  eager: true,
  import: 'default',
})
const read = (file: string): unknown => testdata[`../../../../testdata/${file}`]
const cases = read('zodiac-cases.json') as Case[]

describe('calendar conversion in the browser equals the server’s', () => {
  test.each(cases)(
    'browser and server agree on the calendar: $solar',
    ({ solar, lunar: given, chinese, ...boundaries }) => {
      const lunar = { leap: false, ...given }
      const at = Date.parse(solar)
      expect(lunarDate(at)).toEqual(lunar)
      expect(solarDay(lunar.year, lunar.month, lunar.day, lunar.leap)).toBe(at)
      expect(chineseDay(lunar)).toBe(chinese)
      expect(zodiacOn(at, 'new-year')).toBe(boundaries['new-year'])
      expect(zodiacOn(at, 'lichun')).toBe(boundaries.lichun)
    },
  )
})

test('the first day of spring (立春) equals the server’s for each year', () => {
  expect(read('lunar-years.json')).toMatchObject({ spring: springDays })
})

test('days outside the known years have no lunar date and no sign', () => {
  for (const day of ['1850-02-11', '2101-01-01', '0001-01-01']) {
    expect(lunarDate(Date.parse(day))).toBeUndefined()
    expect(zodiacOn(Date.parse(day), 'lichun')).toBeUndefined()
  }
  expect(signs).toHaveLength(12)
})
