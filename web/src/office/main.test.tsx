import { screen } from '@testing-library/react'
import { messages } from '../site/testing/show-page.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML = '<div id="root"></div>'
  // The server is unreachable: the office says so, in the chosen text size.
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('no network')))
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete document.documentElement.dataset.size
  document.body.innerHTML = ''
})

async function openOffice() {
  await import('./main.tsx')
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  expect(vi.mocked(console.error)).toHaveBeenCalledWith(new Error('no network'))
  vi.mocked(console.error).mockClear()
}

it.each(['2', '3'])('the office opens with text size %s when the public site was set to it', async (size) => {
  localStorage.setItem('shanmen.size', size)
  await openOffice()
  expect(document.documentElement.dataset.size).toBe(size)
})

it('the office opens with normal text when no size was chosen', async () => {
  await openOffice()
  expect(document.documentElement.dataset.size).toBeUndefined()
})

it('loads the list of required response properties before rendering anything', async () => {
  vi.stubGlobal(
    'fetch',
    async (url: string) => new Response(url.includes('_i18n') ? JSON.stringify(messages.en) : '{}'),
  )
  await import('./main.tsx')
  expect(await screen.findByRole('heading', { level: 1, name: messages.en['office.door'] })).toBeInTheDocument()
  const { api } = await import('../api/client.ts')
  await expect(api.get('/api/admin/staff')).rejects.toMatchObject({ status: 200 })
})
