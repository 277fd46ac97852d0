import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCalls } from '../../site/testing/show-page.tsx'
import { showOffice } from '../testing/show-office.tsx'
import type { FoundMember } from './member-queries.ts'
import { TicketDialog } from './ticket-dialog.tsx'

const member: FoundMember = {
  id: 'u1',
  name: 'Tan Bee Leng',
  chineseName: '陈美玲',
  mobile: '+6591234567',
  mobileVerified: true,
  email: 'old@example.org',
  emailConfirmed: true,
  staff: false,
  since: '2026-11-21T04:00:00Z',
}

const show = (change: Partial<FoundMember> = {}) =>
  showOffice(<TicketDialog member={{ ...member, ...change }} onClose={() => {}} />)

beforeEach(() => () => vi.unstubAllGlobals())

describe('a login link for a member at the counter', () => {
  test('a login link is not created before the clerk confirms the person’s identity', async () => {
    const sent = answerCalls()
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
    expect(screen.getByText(/Please confirm first that you have checked/)).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  test('a login link is shown as a QR code and as text, with its expiry', async () => {
    const link = 'https://temple.example/member/reset-email?ticket=open-sesame'
    const sent = answerCalls([
      200,
      { link, expiresAt: '2026-11-21T04:30:00Z', qr: { size: 41, path: 'M4 4h7v1h-7z' }, sentTo: '+6591234567' },
    ])
    show()
    await userEvent.click(screen.getByRole('checkbox', { name: /I have checked the person’s identity card/ }))
    await userEvent.click(screen.getByRole('checkbox', { name: /Send the link to \+65\s9123\s4567 too/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument()
    expect(screen.getByText(link)).toBeInTheDocument()
    expect(screen.getByText(/before 12:30 pm/)).toBeInTheDocument()
    expect(screen.getByText('The link has been sent to +65 9123 4567.')).toBeInTheDocument()
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ['POST /api/admin/member/u1/ticket', { checked: true, sms: true }],
    ])
  })

  test('a login link is not sent by SMS to an unverified number', () => {
    show({ mobileVerified: false })
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  })
})
