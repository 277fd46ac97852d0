import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import { PageProvider } from '../../site/router/payload.tsx'
import { samplePage } from '../../site/testing/samples.ts'
import { AddressTicket, type AddressTicketData } from './address-ticket.tsx'
import { messages } from '../../site/testing/show-page.tsx'

const reload = vi.fn<() => Promise<void>>(async () => {})
const page = samplePage({ id: 'member-reset-email', path: '/member/reset-email', search: '?ticket=secret', reload })

function show(data: AddressTicketData) {
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <PageProvider page={page}>
        <AddressTicket {...data} />
      </PageProvider>
    </LanguageProvider>,
  )
}

/** Mocks the answer of the button's request and records what was sent. */
function answer(status: number, body: unknown) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(typeof init.body === 'string' ? init.body : 'null'))
    return new Response(JSON.stringify(body), { status })
  })
  return sent
}

describe('the page behind the link of an e-mail-address message', () => {
  beforeEach(() => () => {
    vi.unstubAllGlobals()
    reload.mockClear()
  })

  it('the address link asks for a new e-mail address and keeps what was typed when it is refused', async () => {
    const sent = answer(400, {
      code: 'invalid-fields',
      title: '',
      errors: [{ field: 'email', code: 'email-invalid', title: 'This is no address.' }],
    })
    show({ purpose: 'new-address' })
    const field = screen.getByLabelText<HTMLInputElement>('New e-mail address')
    await userEvent.type(field, 'bee@example')
    await userEvent.click(screen.getByRole('button', { name: 'Send the e-mail' }))
    expect(await screen.findByRole('link', { name: 'This is no address.' })).toHaveAttribute('href', '#email')
    expect(field.value).toBe('bee@example')
    expect(sent).toEqual([{ ticket: 'secret', email: 'bee@example' }])
  })

  it('the address link shows to which address the e-mail was sent', async () => {
    answer(200, { confirmationSent: true })
    show({ purpose: 'new-address' })
    await userEvent.type(screen.getByLabelText('New e-mail address'), 'bee@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Send the e-mail' }))
    expect(await screen.findByRole('status')).toHaveTextContent('An e-mail is on its way to bee@example.com')
  })

  it.each([
    ['confirm-address', 'Yes, this is my e-mail', 'bee@example.com is confirmed'],
    ['undo-address', 'Restore this e-mail address', 'Your account uses bee@example.com again'],
  ] as const)('the address link changes nothing before its button is pressed: %s', async (purpose, button, done) => {
    const sent = answer(200, { changed: true })
    show({ purpose, email: 'bee@example.com' })
    expect(screen.getByText('bee@example.com')).toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByRole('status')).toHaveTextContent(done)
    expect(sent).toEqual([{ ticket: 'secret' }])
  })

  it('the address link does nothing when a different account is signed in', () => {
    const sent = answer(200, { changed: true })
    show({ purpose: 'confirm-address', other: true })
    expect(screen.getByText('This link is for another account')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Sign out and continue' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Yes, this is my e-mail' })).toBeNull()
    expect(sent).toEqual([])
  })

  it('an expired address link asks the server where to redirect', async () => {
    answer(400, { code: 'ticket-invalid', title: 'No longer good.' })
    show({ purpose: 'confirm-address', email: 'bee@example.com' })
    await userEvent.click(screen.getByRole('button', { name: 'Yes, this is my e-mail' }))
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})
