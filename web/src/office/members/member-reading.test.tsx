import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCalls } from '../../site/testing/show-page.tsx'
import { showOffice } from '../testing/show-office.tsx'
import type { Member } from './member-queries.ts'
import { MemberReading } from './member-reading.tsx'

const member: Member = {
  id: 'u1',
  name: 'Shan Mei Ling',
  chineseName: '单美玲',
  reading: '',
  mobile: '+6591234567',
  mobileVerified: true,
  email: '',
  emailConfirmed: false,
  staff: false,
  since: '2026-11-21T04:00:00Z',
  locale: 'zh',
  family: [],
  subscriptions: [],
  notes: [],
}

const show = (change: Partial<Member> = {}) => showOffice(<MemberReading member={{ ...member, ...change }} />)

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Change the reading' }))
  return screen.getByRole('textbox', { name: '单美玲' })
}

beforeEach(() => () => vi.unstubAllGlobals())

describe('the reading (pronunciation) of a member’s Chinese name', () => {
  test('the reading of a member’s name is shown and can be edited in place', async () => {
    const sent = answerCalls([200, { reading: 'Shan Meiling' }])
    show({ reading: 'Dan Meiling' })
    expect(screen.getByText('Read as Dan Meiling')).toBeInTheDocument()
    const field = await open()
    expect(field).toHaveValue('Dan Meiling')
    await userEvent.clear(field)
    await userEvent.type(field, 'Shan Meiling')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The reading is saved.')).toBeInTheDocument()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ['PUT /api/admin/member/u1/reading', { reading: 'Shan Meiling' }],
    ])
  })

  test('the reading of a member’s name shows an error at its field, and keeps what was typed', async () => {
    const title = 'Please use Latin letters only, such as Shan Meiling.'
    answerCalls([400, { code: 'invalid', title, errors: [{ field: 'reading', code: 'not-latin', title }] }])
    show()
    expect(screen.getByText('Reading: as in the dictionary')).toBeInTheDocument()
    const field = await open()
    await userEvent.type(field, '善')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Please use Latin letters only/)).toBeInTheDocument()
    expect(field).toHaveValue('善')
    expect(field).toBeInvalid()
    expect(field).toHaveFocus()
  })

  test('the reading of a name is not asked for without a Chinese name', () => {
    show({ chineseName: '' })
    expect(screen.queryByRole('button', { name: 'Change the reading' })).not.toBeInTheDocument()
  })
})
