import { describe, expect, it } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { exportOf, placeOf, searchOf } from './audit-queries.ts'
import {
  actions,
  actionWords,
  fields,
  fieldWords,
  kinds,
  lineWords,
  personWords,
  subjectWords,
  valueWords,
} from './audit-words.ts'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('en', messages.en)

const worded = (of: object, what: string) =>
  Object.keys(of).flatMap((key) => (key.startsWith(`audit.${what}.`) ? [key.slice(what.length + 7)] : []))

describe('the audit trail in words', () => {
  it('the audit trail has a name for every action, in both languages', () => {
    const chinese = makeT('zh', messages.zh)
    for (const action of actions) {
      expect(actionWords(t, action)).not.toContain('audit.')
      expect(actionWords(chinese, action)).not.toContain('audit.')
    }
  })
  it('every action that has a name is in the audit filter', () => {
    expect([...actions].sort()).toEqual(worded(messages.en, 'action').sort())
  })
  it('the audit trail shows that an action was refused, with the code when it has no translation', () => {
    expect(actionWords(t, 'payment.approve-refused')).toBe('Approval came too late')
    expect(actionWords(t, 'payment.cash-refused')).toBe('Cash taken (refused)')
    expect(actionWords(t, 'moon.land')).toBe('moon.land')
  })
  it('the audit trail names entries without a user', () => {
    expect(personWords(t, { id: 'u1', name: 'Lim' })).toBe('Lim')
    expect(personWords(t, { id: 'system' })).toBe('the system')
    expect(personWords(t, { id: 'u1' })).toBe('a closed account')
  })
  it('the audit trail names the subject of an entry', () => {
    expect(subjectWords(t, { kind: 'payment', id: 'p1', label: 'INV-2026-000001' })).toBe('Payment of INV-2026-000001')
    expect(subjectWords(t, { kind: 'setting', id: 'gst', label: 'gst' })).toBe('Setting · Registered for GST')
  })
  it('the audit trail formats money, roles, times and switches for readers', () => {
    expect(fieldWords(t, 'price')).toBe('Price')
    expect(fieldWords(t, 'unheard')).toBe('unheard')
    expect(valueWords(t, 'en', 'price', '1200')).toBe('S$12.00')
    expect(valueWords(t, 'en', 'value', '1200')).toBe('1200')
    expect(valueWords(t, 'en', 'roles', 'counter, ritual')).toBe('Counter, Ritual staff')
    expect(valueWords(t, 'en', 'closesAt', '2026-11-21T04:00:00Z')).toBe('21 Nov 2026, 12:00 noon')
    expect(valueWords(t, 'en', 'active', 'false')).toBe('No')
    expect(valueWords(t, 'en', 'purpose', 'unpaid')).toBe('the order that is not paid')
    expect(valueWords(t, 'en', 'reason', '')).toBe('–')
    expect(valueWords(t, 'en', 'reason', 'second-factor')).toBe('Wrong code of two-step sign-in')
  })
})

describe('an audit entry as one line', () => {
  const entry = {
    id: 'e1',
    at: '2026-11-21T04:00:00Z',
    action: 'shift.close',
    person: { id: 'u1', name: 'Mei' },
    subject: { kind: 'shift', id: 's1', label: 'Mei' },
    changes: [
      { field: 'counted', before: '', after: '9800' },
      { field: 'difference', before: '', after: '-200' },
    ],
  }
  it('an audit entry on one line shows the change and the name', () => {
    expect(lineWords(t, 'en', entry)).toBe('Mei closed the cash box of Mei, difference −S$2.00')
    expect(lineWords(makeT('zh', messages.zh), 'zh', entry)).toBe('Mei结束Mei的班次，差额−S$2.00')
  })
  it('an audit entry without its own sentence is built from its parts', () =>
    expect(
      lineWords(t, 'en', {
        ...entry,
        action: 'offering.option',
        subject: { kind: 'option', id: 'o1', label: 'Lamp · One' },
        changes: [
          { field: 'price', before: '1200', after: '1500' },
          { field: 'sha256', before: '', after: 'abc' },
          { field: 'refund', before: '', after: '0190a1b2-0000-7000-8000-0000000000aa' },
        ],
      }),
    ).toBe('Price or places changed by Mei: Option Lamp · One, Price: S$12.00 → S$15.00'))
  it('every audit field and kind has words in both languages', () => {
    for (const of of [messages.en, messages.zh]) {
      expect([...kinds].sort()).toEqual(worded(of, 'kind').sort())
      expect([...fields].sort()).toEqual(worded(of, 'field').sort())
    }
  })
})

describe('the filters of the audit trail', () => {
  const place = { person: 'Lim & co', action: 'login', subject: '', from: '2026-11-01', until: '' }
  it('the audit filters are written to the URL and read from it', () => {
    expect(searchOf(place)).toBe('?person=Lim+%26+co&action=login&from=2026-11-01')
    expect(placeOf(searchOf(place).slice(1))).toEqual(place)
    expect(searchOf(placeOf(''))).toBe('')
  })
  it('the audit filters apply to the exported file too', () =>
    expect(exportOf(place, 'csv', 'zh')).toBe(
      '/api/admin/audit/export?person=Lim+%26+co&action=login&from=2026-11-01&format=csv&locale=zh',
    ))
})
