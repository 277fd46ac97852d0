import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '../../site/testing/show-page.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { OrderNames } from './order-names.tsx'

const path = '/api/admin/invoice/v1/names'
const definition = {
  key: 'tablet',
  version: 1,
  fields: [{ key: 'surname', type: 'chineseName', label: { en: 'Family', zh: '姓氏' }, required: true }],
}
const names = (state: string, surname: string) => ({
  items: [{ id: 'i', title: 'Tablet', optionTitle: 'Family', definition, form: { surname }, state }],
})
const show = (locale: 'en' | 'zh' = 'en') => showOffice(<OrderNames id="v1" createdAt="2026-11-21T04:00:00Z" />, locale)

afterEach(() => vi.unstubAllGlobals())

it('the counter corrects a name from the order, even on a closed list, and the focus returns', async () => {
  const sent = serve({
    [`GET ${path}`]: [200, names('closed', '欧阳')],
    [`PUT ${path}`]: [200, names('closed', '歐陽')],
  })
  show()
  expect(await screen.findByText(/The list is closed. A correction still reaches it/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Correct the names' }))
  const box = screen.getByRole('textbox', { name: 'Family' })
  await userEvent.clear(box)
  await userEvent.type(box, '歐陽')
  await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Correct the names' })).toHaveFocus())
  expect(sent).toMatchObject([{ call: `PUT ${path}`, body: { itemId: 'i', form: { surname: '歐陽' } } }])
})

it.each(['offered', 'over'])('names that are %s can no longer be changed', async (state) => {
  serve({ [`GET ${path}`]: [200, names(state, '欧阳')] })
  show('zh')
  expect(await screen.findByText(messages.zh[`orders.names-${state}`] ?? 'no words')).toBeVisible()
  expect(screen.queryByRole('button', { name: '更正姓名' })).toBeNull()
})
