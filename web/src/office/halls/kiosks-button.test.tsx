import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { Hall } from './hall-queries.ts'
import { KiosksButton } from './kiosks-button.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('a browser that becomes a kiosk keeps no login of the clerk, in none of its tabs', async () => {
  serve({ 'GET /api/admin/kiosk': [200, { items: [] }], 'POST /api/admin/kiosk': [200, { opened: true }] })
  sessionStorage.setItem('shanmen.office.walk-in', '{"name":"陈美玲"}')
  localStorage.removeItem('shanmen.ended')
  showOffice(<KiosksButton hall={{ key: 'main', title: { en: 'Main hall', zh: '大殿' } } as unknown as Hall} />, 'en')
  await userEvent.click(screen.getByRole('button'))
  await userEvent.click(await screen.findByRole('button', { name: /this device/i }))
  await waitFor(() => expect(localStorage.getItem('shanmen.ended')).not.toBeNull())
  expect(sessionStorage.getItem('shanmen.office.walk-in')).toBeNull()
  vi.mocked(console.error).mockClear() // jsdom does not navigate
})
