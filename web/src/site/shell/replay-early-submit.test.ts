import { afterEach, expect, it, vi } from 'vitest'
import { replayEarlySubmit } from './replay-early-submit.ts'

const root: HTMLElement & { pressed?: HTMLFormElement | undefined } = document.documentElement

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

it('sends the form that was sent too early, once', () => {
  vi.useFakeTimers()
  const form = document.createElement('form')
  document.body.append(form)
  const send = vi.spyOn(form, 'requestSubmit').mockImplementation(() => {})
  root.pressed = form
  replayEarlySubmit()
  replayEarlySubmit()
  vi.runAllTimers()
  expect(send).toHaveBeenCalledTimes(1)
  expect(root.dataset.live).toBe('')
})

it('forgets a form that is gone', () => {
  vi.useFakeTimers()
  const form = document.createElement('form')
  const send = vi.spyOn(form, 'requestSubmit').mockImplementation(() => {})
  root.pressed = form
  replayEarlySubmit()
  vi.runAllTimers()
  expect(send).not.toHaveBeenCalled()
})
