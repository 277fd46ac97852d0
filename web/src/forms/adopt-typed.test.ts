import { expect, it } from 'vitest'
import { adoptTyped } from './adopt-typed.ts'

it('tells whether anything was typed or chosen before the page was taken over', () => {
  const form = document.createElement('form')
  form.innerHTML = '<input value="a"><textarea></textarea><input type="radio" name="r"><input type="checkbox" checked>'
  expect(adoptTyped(form)).toBe(false)
  form.querySelector('textarea')!.value = 'May we come?'
  expect(adoptTyped(form)).toBe(true)
  form.reset()
  form.querySelector<HTMLInputElement>('[type=radio]')!.checked = true
  expect(adoptTyped(form)).toBe(true)
})
