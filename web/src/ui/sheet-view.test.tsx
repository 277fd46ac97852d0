import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { detailsOf, type Sheet } from '../domain/sheet.ts'
import { SheetView } from './sheet-view.tsx'
import { showPage } from '../site/testing/show-page.tsx'

const same = (words: string) => ({ en: words, zh: words })
const sheet: Sheet = {
  groups: [
    {
      kind: 'departed',
      people: [
        {
          chineseName: '陈公大文',
          name: 'Tan Tai Boon',
          answers: [
            {
              field: 'relation',
              type: 'relation',
              about: 'relation',
              label: { en: 'Relation', zh: '关系' },
              value: { en: 'Late father', zh: '先父' },
            },
            {
              field: 'passedOn',
              type: 'birthDate',
              about: 'died',
              label: { en: 'Day of passing', zh: '往生日期' },
              value: { en: '3 Mar 2019, 正月廿七', zh: '2019年3月3日（正月廿七）' },
            },
          ],
        },
        { name: 'Lim Siew Ngoh' },
      ],
    },
    { kind: 'dedicators', people: [{ chineseName: '陈小明' }] },
  ],
  answers: [
    { field: 'wish', type: 'text', label: { en: 'Dedication', zh: '回向文' }, value: same('平安') },
    {
      field: 'shown',
      type: 'consent',
      label: { en: 'The names may be shown.', zh: '姓名可公开。' },
      value: { en: 'No', zh: '否' },
    },
    { field: 'hall', label: same('hall'), value: same('3') },
  ],
}

function show(locale: 'en' | 'zh', every = false) {
  showPage(() => <SheetView sheet={sheet} every={every} />, { id: 'home', path: '/', data: null, locale })
}
const people = (part: string) =>
  within(screen.getByRole('list', { name: part }))
    .getAllByRole('listitem')
    .map((person) => person.textContent)

describe('persons on an order item', () => {
  test('an order item lists the departed and the living separately, one person a line, with relation and both calendars', () => {
    show('en')
    expect(people('Departed')).toEqual(['陈公大文Tan Tai BoonLate father · died 3 Mar 2019, 正月廿七', 'Lim Siew Ngoh'])
    expect(people('Dedicated by')).toEqual(['陈小明'])
    expect(screen.getByText('Dedication')).toBeInTheDocument()
    expect(screen.getByText('平安')).toBeInTheDocument()
    expect(screen.queryByText(/may be shown/)).toBeNull()
  })
  test('in Chinese an order item uses the words of the tablets', () => {
    show('zh')
    expect(people('往生者')[0]).toBe('陈公大文Tan Tai Boon先父 · 2019年3月3日（正月廿七）往生')
    expect(people('阳上')).toEqual(['陈小明'])
  })
  test('the office sees every answer with its label, including consents and old keys', () => {
    show('en', true)
    expect(people('Departed')[0]).toContain('Relation: Late father · Day of passing: 3 Mar 2019, 正月廿七')
    expect(screen.getByText('The names may be shown.').nextSibling).toHaveTextContent('No')
    expect(screen.getByText('hall').nextSibling).toHaveTextContent('3')
  })
  test('a person with only a name has no details', () => expect(detailsOf({ name: 'A' }, (key) => key, 'en')).toBe(''))
})
