import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import LoginPage from '../../routes/member-login.tsx'
import { answerCalls, showPage } from '../../site/testing/show-page.tsx'

const sent = {
  sent: true,
  resendAfter: 60,
  channel: 'sms',
  mailOffered: false,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
}
const page = (search = '', locale: 'en' | 'zh' = 'en') =>
  showPage(LoginPage, {
    id: 'member-login',
    path: '/member/login',
    data: { policiesVersion: '2026-11-01' },
    search,
    locale,
  })
const giveNumber = async () => {
  await userEvent.clear(screen.getByLabelText('Mobile number'))
  await userEvent.type(screen.getByLabelText('Mobile number'), '9123 4567')
  await userEvent.click(screen.getByRole('button', { name: 'Send me a code' }))
}

beforeEach(() => {
  sessionStorage.clear()
  return () => vi.unstubAllGlobals()
})

describe('entering by number, code and name', () => {
  it('a new mobile number is asked only for a name, and continues after the sixth digit without a click', async () => {
    const calls = answerCalls([200, sent], [200, { nameNeeded: true }], [200, { user: { id: 'u' } }], [200, {}])
    page()
    await giveNumber()
    expect(calls[0]).toMatchObject({ call: 'POST /api/auth/entry', body: { mobile: '9123 4567', locale: 'en' } })
    const code = await screen.findByLabelText('Code')
    expect(code).toHaveFocus()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await userEvent.type(code, '123456')
    expect(await screen.findByLabelText('Your name')).toHaveFocus()
    expect(calls[1]).toMatchObject({ call: 'POST /api/auth/otp/verify', body: { otp: '123456' } })
    await userEvent.type(screen.getByLabelText('Your name'), '陈𠮷䶮')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(calls[2]).toMatchObject({
      call: 'POST /api/auth/entry/name',
      body: { name: '陈𠮷䶮', locale: 'en', acceptedPolicies: '2026-11-01' },
    })
  })

  it('entry keeps mobile number, step and name over a reload', async () => {
    answerCalls([200, sent], [200, { nameNeeded: true }])
    const { unmount } = page()
    await giveNumber()
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    await userEvent.type(await screen.findByLabelText('Your name'), 'Tan')
    unmount()
    page()
    expect(await screen.findByLabelText('Your name')).toHaveValue('Tan')
  })

  it.each([
    ['陈美玉', '', { name: '陈美玉' }],
    ['陈美玉', 'Tan Mei Yu', { name: 'Tan Mei Yu', chineseName: '陈美玉' }],
    ['', 'Tan Mei Yu', { name: 'Tan Mei Yu' }],
  ])(
    'entry asks Chinese readers for 姓名 first (%s), and accepts an English name (%s)',
    async (chinese, english, names) => {
      const noName = {
        code: 'invalid-fields',
        title: '',
        errors: [{ field: 'name', code: 'required', title: '请填写。' }],
      }
      const calls = answerCalls(
        [200, sent],
        [200, { nameNeeded: true }],
        [400, noName],
        [200, { user: { id: 'u' } }],
        [200, {}],
      )
      const { unmount } = page('', 'zh')
      await userEvent.type(screen.getByLabelText('手机号码'), '9123 4567')
      await userEvent.click(screen.getByRole('button', { name: '发送验证码' }))
      await userEvent.type(await screen.findByLabelText('验证码'), '123456')
      const first = await screen.findByLabelText('姓名')
      expect(first).toHaveFocus()
      await userEvent.click(screen.getByRole('button', { name: '继续' }))
      expect(screen.getByRole('link', { name: '请输入您的姓名。' })).toHaveAttribute('href', '#chineseName')
      if (chinese) await userEvent.type(first, chinese)
      if (english) await userEvent.type(screen.getByLabelText(/^英文姓名/), english)
      unmount()
      page('', 'zh')
      expect(screen.getByLabelText('姓名')).toHaveValue(chinese)
      await userEvent.click(screen.getByRole('checkbox'))
      await userEvent.click(screen.getByRole('button', { name: '继续' }))
      expect(calls[2]?.body).toEqual({ ...names, locale: 'zh', acceptedPolicies: '2026-11-01' })
      // A refused name has its error beside the field, with the typed name.
      const [label, id] = english ? ['英文姓名', 'name'] : ['姓名', 'chineseName']
      expect(await screen.findByRole('link', { name: `${label}：请填写。` })).toHaveAttribute('href', `#${id}`)
    },
  )

  it('entry offers staff on their way to the office a password instead of an SMS code', () => {
    page('?redirect=%2Fadmin')
    expect(screen.queryByLabelText('Mobile number')).toBeNull()
    expect(screen.getByLabelText('Password')).toBeInTheDocument()
  })

  it('entry lists missing fields before anything is sent', async () => {
    const calls = answerCalls()
    page()
    await userEvent.click(screen.getByRole('button', { name: 'Send me a code' }))
    expect(screen.getByRole('link', { name: 'Enter your mobile number.' })).toHaveAttribute('href', '#entry-mobile')
    expect(calls).toEqual([])
  })
})
