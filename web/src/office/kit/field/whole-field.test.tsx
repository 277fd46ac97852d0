import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { makeT } from '../../../i18n/messages.ts'
import { messages } from '../../../site/testing/show-page.tsx'
import { KindFields } from '../../records/kinds/event/kind-fields.tsx'
import type { Rule } from '../../records/kinds/event/event-queries.ts'
import { showOffice } from '../../testing/show-office.tsx'

describe.each(['en', 'zh'] as const)('the numbers of a booking rule in %s', (locale) => {
  const t = makeT(locale, messages[locale])
  const open = (rule: Partial<Rule>) => {
    let kept: Rule = { kind: 'term', sessions: [], ...rule }
    function Form() {
      const [value, setValue] = useState(kept)
      kept = value
      return (
        <KindFields
          rule={value}
          set={(part) => setValue((before) => ({ ...before, ...part }))}
          errorOf={() => undefined}
        />
      )
    }
    showOffice(<Form />, locale)
    return () => kept
  }

  it.each([
    ['-6', -6],
    ['－６', -6],
    ['１２', 12],
    ['0', undefined],
  ])('the booking rule “%s” days from a term is %s', async (typed, offset) => {
    const rule = open({ kind: 'term', term: '清明' })
    const field = screen.getByLabelText(t('records-event.offset'))
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    expect(rule().offset).toBe(offset)
    expect(field).toBeValid()
  })

  it.each(['', '十二', '1.5', '61', '-'])('“%s” is not a number of days, and is sent as none', async (typed) => {
    const rule = open({ kind: 'row', start: 'term', length: 7 })
    const field = screen.getByLabelText(t('records-event.length'))
    await userEvent.clear(field)
    if (typed) await userEvent.type(field, typed)
    expect(rule().length).toBe(61)
    expect(field).toHaveValue(typed)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(
      expect.stringContaining(typed ? t('office.whole-from-to', { least: 2, most: 60 }) : t('fault.required')),
    )
  })
})
