import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { messages } from '../../site/testing/show-page.tsx'
import { user } from '../testing/bank.tsx'
import { serve, type Answer } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { forgetWalkIns } from './draft-memory.ts'
import { ExpressPage } from './express-page.tsx'

const t = (key: string) => messages.en[key] ?? key
const tile = { offeringKey: 'lamp', optionId: 'o1', title: 'Lamp', optionTitle: '', price: 2000, art: 'lamp' }
const lamp = {
  id: 'lamp',
  key: 'lamp',
  title: 'Lamp',
  state: 'open',
  enquiryOnly: false,
  options: [{ id: 'o1', title: 'Lamp', price: 2000, terms: ['once'] }],
}

const sell = () => fireEvent.click(screen.getByRole('button', { name: /PayNow/ }))

afterEach(() => {
  forgetWalkIns()
  vi.unstubAllGlobals()
})

it('takes the old refusal away with the next press, and says in its place that a role does not allow it', async () => {
  const answers: Record<string, Answer> = {
    'GET /api/admin/walk-in/tile': [200, { items: [tile] }],
    'GET /api/admin/catalogue/lamp': [200, lamp],
    'GET /api/admin/shift': [200, { shift: null }],
    'POST /api/admin/walk-in': [400, { code: 'sold-out', title: 'This lamp is taken.' }],
  }
  const sent = serve(answers)
  showOffice(<ExpressPage id="" user={user} areas={[]} />)
  fireEvent.click(await screen.findByRole('button', { name: /Lamp/ }))
  const name = screen.getByLabelText(t('walk-in.name-of'))
  fireEvent.change(name, { target: { value: 'Tan Mei' } })
  await screen.findByRole('button', { name: /Lamp/, pressed: true })
  sell()
  expect(await screen.findByText('This lamp is taken.')).toBeVisible()
  answers['POST /api/admin/walk-in'] = [403, {}]
  sell()
  expect(await screen.findByText(t('fault.forbidden'))).toBeVisible()
  expect(screen.queryByText('This lamp is taken.')).toBeNull()
  answers['POST /api/admin/walk-in'] = 'no answer'
  sell()
  expect(await screen.findByText(t('office.unsent'))).toBeVisible()
  expect(screen.queryByText(t('fault.forbidden'))).toBeNull()
  expect(sent).toHaveLength(3)
})
