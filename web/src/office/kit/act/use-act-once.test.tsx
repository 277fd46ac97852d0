import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client.ts'
import { answerCalls, messages } from '../../../site/testing/show-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { dismissToast, toastStore } from '../../../ui/toast-store.ts'
import { showOffice } from '../../testing/show-office.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { useActOnce, type Answers } from './use-act-once.ts'
import { useOfficeForm } from './use-office-form.ts'

const t = (key: string) => messages.en[key] ?? key
const nothing = () => {}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Do it' }))
const forbidden = [403, {}] as const
const taken = [400, { code: 'already-decided', title: 'Mei was quicker.' }] as const

type Given = Answers<void, unknown> & { beside?: boolean }

function Act({ beside = true, ...on }: Given) {
  const doing = useActOnce(
    (_, idempotencyKey) => api.post('/api/admin/clock', { idempotencyKey }),
    { ...on, toast: !beside },
    'staff',
  )
  const onPress = () => void doing.send()
  return beside ? (
    <DialogButtons label="Do it" act={doing} onPress={onPress} onClose={() => {}} />
  ) : (
    <Button onClick={onPress}>Do it</Button>
  )
}

function Form() {
  const form = useOfficeForm(
    {
      initial: { name: '' },
      send: (_, keyFor) => api.post('/api/admin/clock', { idempotencyKey: keyFor(null) }),
      done: nothing,
    },
    'staff',
  )
  return (
    <form onSubmit={form.onSubmit}>
      <DialogButtons label="Do it" act={form} onClose={nothing} />
    </form>
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
  act(() => toastStore.current().forEach(({ id }) => dismissToast(id)))
})

it.each([
  ['an act', <Act key="act" />],
  ['a form', <Form key="form" />],
])('%s says beside its button that a role does not allow it, and no toast lies over it', async (_, shown) => {
  answerCalls([...forbidden])
  showOffice(shown)
  press()
  expect(await screen.findByText(t('fault.forbidden'))).toBeVisible()
  expect(toastStore.current()).toEqual([])
})

it('a form says beside its button what names none of its fields, until it is sent again', async () => {
  answerCalls([...taken], [200, {}])
  showOffice(<Form />)
  press()
  expect(await screen.findByText('Mei was quicker.')).toBeVisible()
  press()
  await waitFor(() => expect(screen.queryByText('Mei was quicker.')).toBeNull())
})

it('where nothing beside the button can say it, a toast does, and goes with the success that follows', async () => {
  answerCalls([...forbidden], [200, {}])
  const done = vi.fn<() => void>()
  showOffice(<Act beside={false} done={done} />)
  press()
  expect(await screen.findByText(t('fault.forbidden'))).toBeVisible()
  press()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(toastStore.current()).toEqual([])
})

it('is under way until what follows has ended: a second press sends nothing', async () => {
  const sent = answerCalls([200, {}], [200, {}])
  let end: (() => void) | undefined
  const following = new Promise<void>((resolve) => (end = resolve))
  showOffice(<Act done={() => following} />)
  press()
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => {})
  await userEvent.click(screen.getByRole('button', { name: /Do it/ }))
  expect(sent).toHaveLength(1)
  await act(async () => end?.())
  press()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})
