import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../api/client.ts'
import { showOffice } from '../testing/show-office.tsx'
import { SettingsGroup } from './settings-group.tsx'
import type { Setting, SettingList } from './settings-queries.ts'

const prefix: Setting = {
  key: 'invoice-prefix',
  group: 'numbers',
  kind: 'text',
  value: 'QL',
  default: 'INV',
  least: 0,
  most: 8,
  previous: { value: 'INV', at: '2026-11-21T04:00:00Z', by: 'Lim' },
}

function show(answer: object, status = 200) {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
    return new Response(JSON.stringify(answer), { status })
  })
  const onSaved = vi.fn<(list: SettingList) => void>()
  showOffice(
    <SettingsGroup
      group="numbers"
      items={[prefix]}
      save={(values) => api.put('/api/admin/setting', { body: { values } })}
      next={{ invoice: 'QL-2026-000001', receipt: 'OR-2026-000001' }}
      onSaved={onSaved}
    />,
  )
  return { bodies, onSaved }
}

afterEach(() => vi.unstubAllGlobals())

it('offers the previous value, and saves only what changed', async () => {
  const { bodies, onSaved } = show({ items: [] })
  expect(screen.getByText(/Changed 21 Nov 2026, 12:00 noon by Lim/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save these settings' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Reset to “INV”' }))
  expect(screen.getByRole('textbox', { name: 'Invoice numbers begin with' })).toHaveValue('INV')
  await userEvent.click(screen.getByRole('button', { name: 'Save these settings' }))
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(bodies).toEqual([{ values: { 'invoice-prefix': 'INV' } }])
})

it('keeps what was typed when it is refused, with the reason beside it', async () => {
  const title = 'Please use 1 to 8 capital letters and digits.'
  show(
    { code: 'invalid-fields', title: 'No', errors: [{ field: 'invoice-prefix', code: 'prefix-invalid', title }] },
    400,
  )
  const field = screen.getByRole('textbox', { name: 'Invoice numbers begin with' })
  await userEvent.clear(field)
  await userEvent.type(field, '1-2')
  await userEvent.click(screen.getByRole('button', { name: 'Save these settings' }))
  expect(await screen.findByText(title)).toBeVisible()
  expect(field).toHaveValue('1-2')
})
