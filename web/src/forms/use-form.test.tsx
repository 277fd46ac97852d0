import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api } from '../api/client.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextField } from '../ui/text-field.tsx'
import { dismissToast, forgetError, toastStore } from '../ui/toast-store.ts'
import { useForm } from './use-form.ts'

type Way = { summary?: boolean; control?: (field: string | undefined) => string | undefined; onDone?: () => unknown }

function Form({ onDone, ...way }: Way) {
  const form = useForm({
    initial: { name: '', email: '' },
    ...way,
    check: ({ name }) => (name ? [] : [{ id: 'name', key: 'member.name-missing' }]),
    send: ({ name, email }, keyFor) => {
      const body = {
        name,
        email,
        mobile: '',
        chineseName: '',
        roles: [],
        locale: 'en' as const,
        send: 'mail' as const,
      }
      return api.post('/api/admin/staff', { body, idempotencyKey: keyFor(body) })
    },
    done: onDone ?? (() => {}),
  })
  return (
    <form noValidate onSubmit={form.onSubmit}>
      {way.summary !== false && <ErrorSummary {...form.summary} />}
      <TextField label="Name" {...form.text('name')} />
      <TextField label="Mail" {...form.text('email')} />
      <TextField label="Roles" readOnly value="" error={form.errorOf('roles')} />
      <p>{form.retryAt === undefined ? 'at any time' : 'later'}</p>
      <Button type="submit" pending={form.pending}>
        Send
      </Button>
    </form>
  )
}

const show = (way: Way = {}) => showPage(() => <Form {...way} />, { id: 'not-found', path: '/', data: null })
const field = (name: string) => screen.getByRole('textbox', { name })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
const typeName = () => userEvent.type(field('Name'), '陈 Tan')
const refused = (more: object) => ({ code: 'bad-request', title: 'Not like this.', ...more })
const wrongMail = refused({ errors: [{ field: 'email', code: 'email-invalid', title: 'No such address.' }] })
const toasts = () => toastStore.current().map(({ text, params }) => params?.title ?? text)

afterEach(() => {
  for (const { id } of toastStore.current()) dismissToast(id)
  vi.unstubAllGlobals()
})

describe('a form', () => {
  test('a form is not sent while something is missing, and its error summary gets the focus each time', async () => {
    const sent = answerCalls()
    show()
    await press()
    expect(screen.getByRole('alert').parentElement).toHaveFocus()
    expect(field('Name')).toBeInvalid()
    field('Name').focus()
    await press()
    expect(screen.getByRole('alert').parentElement).toHaveFocus()
    expect(sent).toEqual([])
  })

  test('a form without a summary focuses the first invalid field', async () => {
    answerCalls([400, wrongMail])
    show({ summary: false })
    await press()
    expect(field('Name')).toHaveFocus()
    await typeName()
    await press()
    expect(await screen.findByText('No such address.')).toBeVisible()
    expect(field('Mail')).toHaveFocus()
    expect(field('Name')).toBeValid()
  })

  test('a form is resent with the same key after a lost answer, and with a new key after an edit', async () => {
    const sent = answerCalls('no answer', 'no answer', 'no answer', [200], [200])
    show()
    await typeName()
    await press()
    await press()
    await userEvent.type(field('Mail'), 'a@b.sg')
    await press()
    await press()
    await press()
    const [lost, again, changed, arrived, anew] = sent.map(({ key }) => key)
    expect(lost).toBeTruthy()
    expect(again).toBe(lost)
    expect(changed).not.toBe(lost)
    expect(arrived).toBe(changed)
    expect(anew).not.toBe(arrived)
    expect(console.error).toHaveBeenCalledTimes(3)
    vi.mocked(console.error).mockClear() // each lost answer is logged
    expect(toasts()).toEqual(['message.unexpected-error'])
  })

  test('a form is not sent again while a request is pending', async () => {
    let answer: ((response: Response) => void) | undefined
    const fetch = vi.fn<() => Promise<Response>>(() => new Promise((resolve) => (answer = resolve)))
    vi.stubGlobal('fetch', fetch)
    const onDone = vi.fn<() => void>()
    show({ onDone })
    await typeName()
    await press()
    await press()
    await userEvent.type(field('Name'), '{Enter}')
    expect(fetch).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true')
    answer?.(new Response('{}', { status: 200 }))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy')
  })

  test('is not sent again on the way to the next page', async () => {
    const sent = answerCalls([200], [200])
    let arrive: (() => void) | undefined
    show({ onDone: () => new Promise<void>((resolve) => (arrive = resolve)) })
    await typeName()
    await press()
    await press()
    expect(sent).toHaveLength(1)
    act(() => arrive?.())
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy'))
  })

  test('a form keeps what was typed, whatever the answer is', async () => {
    answerCalls([400, wrongMail], [500], [200])
    show()
    await typeName()
    for (let nr = 0; nr < 3; nr++) {
      await press()
      expect(field('Name')).toHaveValue('陈 Tan')
    }
  })
})

describe('an error from the server', () => {
  test('a server error for a field is shown beside it and in the summary, until the next submit', async () => {
    answerCalls([400, wrongMail], [200])
    show()
    await typeName()
    await press()
    expect(await screen.findAllByText('No such address.')).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'No such address.' })).toHaveAttribute('href', '#email')
    expect(screen.getByRole('alert').parentElement).toHaveFocus()
    expect(toasts()).toEqual([])
    await press()
    expect(screen.queryByText('No such address.')).toBeNull()
  })

  test('a server error for a field may be assigned to another control', async () => {
    answerCalls([400, wrongMail])
    show({ control: (name) => name && 'name' })
    await typeName()
    await press()
    expect(await screen.findByRole('link', { name: 'No such address.' })).toHaveAttribute('href', '#name')
  })

  test('a server error for the whole form is shown in the summary, with the time when a retry is possible', async () => {
    answerCalls([400, refused({ retryAfter: 60 })])
    show()
    await typeName()
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('Not like this.')
    expect(screen.getByText('later')).toBeVisible()
    expect(toasts()).toEqual([])
  })

  test('a server error for the whole form is a toast where there is no summary', async () => {
    answerCalls([400, refused({})])
    show({ summary: false })
    await typeName()
    await press()
    await vi.waitFor(() => expect(toasts()).toEqual(['Not like this.']))
  })

  test('a server error of a field that is not on the page is a toast where there is no summary', async () => {
    answerCalls([400, refused({ errors: [{ field: 'locale', code: 'not-a-choice', title: 'No such language.' }] })])
    show({ summary: false })
    await typeName()
    await press()
    await vi.waitFor(() => expect(toasts()).toEqual(['No such language.']))
  })

  test('a server error is shown once, beside its field, when the control has another id', async () => {
    answerCalls([400, refused({ errors: [{ field: 'roles', code: 'required', title: 'Choose a role.' }] })])
    show({ summary: false })
    await typeName()
    await press()
    expect(await screen.findByText('Choose a role.')).toBeInTheDocument()
    expect(field('Roles')).toBeInvalid()
    expect(toasts()).toEqual([])
  })

  test.each([
    [401, 'fault.not-logged-in'],
    [403, 'fault.forbidden'],
    [404, 'message.unexpected-error'],
    [500, 'message.unexpected-error'],
  ])('an unexpected server error is shown as a toast: %i', async (status, key) => {
    answerCalls([status])
    show()
    await typeName()
    await press()
    await vi.waitFor(() => expect(toasts()).toEqual([key]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('without a connection, the toast says so and no other error is shown', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    forgetError()
    answerCalls()
    show()
    await typeName()
    await press()
    await vi.waitFor(() => expect(toasts()).toEqual(['message.offline']))
    expect(toastStore.error()).toBeUndefined()
    online.mockRestore()
    vi.mocked(console.error).mockClear()
  })
})
