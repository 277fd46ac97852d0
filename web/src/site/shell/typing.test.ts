import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchTyping } from './typing.ts'

let stop = () => {}
const marked = () => 'typing' in document.documentElement.dataset
const find = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<header><input id="search"></header><main><input id="name"><input id="yes" type="radio"><button id="add">+</button></main>'
  stop = watchTyping()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('a field of the page that is typed in is marked, and only as long', () => {
  find('name').focus()
  expect(marked()).toBe(true)
  find('name').blur()
  vi.runAllTimers()
  expect(marked()).toBe(false)
})
test.each(['search', 'yes', 'add'])('%s is nothing that one types into below the bars', (id) => {
  find(id).focus()
  expect(marked()).toBe(false)
})
test('the bars come back after the press that ends the typing, not under it', () => {
  find('name').focus()
  const add = find('add')
  add.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  add.focus()
  vi.runAllTimers()
  expect(marked()).toBe(true)
  add.dispatchEvent(new Event('pointerup', { bubbles: true }))
  expect(marked()).toBe(true)
  vi.runAllTimers()
  expect(marked()).toBe(false)
})
