import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog } from '../ui/dialog.tsx'
import { HallForm } from './halls/hall-form.tsx'
import { NewRecord } from './records/list/new-record.tsx'
import { showOffice } from './testing/show-office.tsx'

afterEach(() => vi.unstubAllGlobals())

const nothing = () => {}
const record = (kind: 'page' | 'offering' | 'category' | 'event') => (
  <NewRecord kind={kind} onClose={nothing} onMade={nothing} />
)
const dialogs = {
  page: record('page'),
  offering: record('offering'),
  category: record('category'),
  event: record('event'),
  hall: (
    <Dialog open onClose={nothing} title="New hall">
      <HallForm onDone={nothing} onClose={nothing} />
    </Dialog>
  ),
}

it.each(Object.entries(dialogs))(
  'a new %s gets a URL key from its English title until one is typed',
  async (_, dialog) => {
    showOffice(dialog)
    const [title, chinese, address] = screen.getAllByRole('textbox')
    expect(title).toHaveFocus()
    await userEvent.keyboard('Great Hall')
    expect(address).toHaveValue('great-hall')
    await userEvent.type(chinese!, '大殿')
    await userEvent.type(title!, ' 2')
    expect(address).toHaveValue('great-hall-2')
    await userEvent.clear(address!)
    await userEvent.type(address!, 'hall')
    await userEvent.type(title!, '7')
    expect(title).toHaveValue('Great Hall 27')
    expect(address).toHaveValue('hall')
  },
)

it.each(['question', 'banner', 'message', 'form'] as const)('a new %s has no URL key', async (kind) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return new Response('{"record":{"id":"1"}}')
  })
  showOffice(<NewRecord kind={kind} onClose={nothing} onMade={nothing} />)
  expect(screen.getAllByRole('textbox')).toHaveLength(2)
  await userEvent.keyboard('Opening hours{Enter}')
  expect(sent).toEqual([{ kind, fields: { 'title.en': 'Opening hours', 'title.zh': '' } }])
})
