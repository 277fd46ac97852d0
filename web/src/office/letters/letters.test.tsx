import { makeT } from '../../i18n/messages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { LettersPage } from './letters-page.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const t = makeT('zh', messages.zh)

afterEach(() => vi.unstubAllGlobals())

const letter = {
  id: 'l1',
  kind: 'mail',
  to: 'devotee@example.sg',
  name: '陈居士',
  subject: '您的正式收据OR-2026-000001',
  dead: true,
  tries: 3,
  error: 'the mail server refused: code 550',
  createdAt: '2026-11-21T04:00:00Z',
}

it('lists undelivered notices with the reason, and sends one again', async () => {
  let there = [letter]
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') {
      sent.push(url.split('?')[0] ?? '')
      there = []
      return new Response(JSON.stringify({ sent: true }), { status: 200 })
    }
    return new Response(JSON.stringify({ items: there, total: there.length, more: false }), { status: 200 })
  })
  render(
    <LanguageProvider locale="zh" messages={messages.zh}>
      <QueryClientProvider client={new QueryClient()}>
        <LettersPage />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  expect(await screen.findByText(letter.subject)).toBeVisible()
  expect(screen.getByText('已尝试3次，不再重试')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '重新发送' }))
  expect(await screen.findByText(t('letters.none'))).toBeVisible()
  expect(sent).toEqual(['/api/admin/letter/l1/again'])
})
