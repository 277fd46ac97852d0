import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import type { StaffUser } from '../kit/session/session.tsx'
import { SettingsPage } from './settings-page.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const sentence = (locale: string, value: string) => ({
  key: `payment.reason.unreadable-${locale}`,
  group: 'reasons',
  kind: 'long',
  value,
  default: value,
  least: 0,
  most: 200,
})
const items = [sentence('en', 'The picture cannot be read.'), sentence('zh', '截图看不清楚。')]

afterEach(() => vi.unstubAllGlobals())

it('the treasurer may edit only the rejection reasons', async () => {
  const asked: string[] = []
  let refused = true
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${new URL(url, 'http://x').pathname}`)
    if (init.method !== 'PUT') return new Response(JSON.stringify({ items }))
    expect(JSON.parse(typeof init.body === 'string' ? init.body : 'null')).toEqual({
      values: { 'payment.reason.unreadable-en': 'Too <dark>' },
    })
    const errors = [{ field: 'payment.reason.unreadable-en', code: 'message-markup', title: 'No < please.' }]
    return refused
      ? new Response(JSON.stringify({ code: 'invalid-fields', title: 'No', errors }), { status: 400 })
      : new Response(JSON.stringify({ items: [sentence('en', 'Too <dark>'), items[1]] }))
  })
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SettingsPage areas={[]} user={{ id: 'u', name: 'Lim', roles: ['treasurer'] } as unknown as StaffUser} id="" />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  const form = await screen.findByRole('form', { name: 'Reasons for rejecting' })
  const english = within(form).getByRole('textbox', { name: 'Screenshot not clear, in English' })
  expect(within(form).getByRole('textbox', { name: 'Screenshot not clear, in Chinese' })).toHaveAttribute(
    'lang',
    'zh-Hans',
  )
  await userEvent.clear(english)
  await userEvent.type(english, 'Too <dark>')
  await userEvent.click(within(form).getByRole('button', { name: 'Save these settings' }))
  expect(await within(form).findByText('No < please.')).toBeVisible()
  expect(english).toHaveValue('Too <dark>')
  refused = false
  await userEvent.click(within(form).getByRole('button', { name: 'Save these settings' }))
  await vi.waitFor(() => expect(within(form).queryByRole('button', { name: 'Save these settings' })).toBeNull())
  expect(english).toHaveValue('Too <dark>')
  expect(asked).toEqual(['GET /api/admin/wording', 'PUT /api/admin/wording', 'PUT /api/admin/wording'])
})
