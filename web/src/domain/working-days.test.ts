import { expect, it } from 'vitest'
import { dayOf } from '../i18n/format.ts'
import { afterWorkingDays } from './working-days.ts'

it.each([
  ['2026-11-23T11:04:00+08:00', '2026-11-25'], // Monday
  ['2026-11-26T11:04:00+08:00', '2026-11-30'], // Thursday
  ['2026-11-27T23:59:00+08:00', '2026-12-01'], // Friday
  ['2026-11-28T00:01:00+08:00', '2026-12-01'], // Saturday
  ['2026-11-29T16:30:00Z', '2026-12-02'], // already Monday in Singapore
])('two working days after %s are %s', (from, by) => expect(dayOf(afterWorkingDays(from, 2))).toBe(by))
