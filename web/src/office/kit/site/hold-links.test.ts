import { afterEach, expect, it, vi } from 'vitest'
import { holdLinks } from './hold-links.ts'

function framed(html: string) {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const page = frame.contentWindow as Window & typeof globalThis
  page.document.body.innerHTML = html
  const reached = vi.fn<(event: Event) => void>()
  for (const kind of ['click', 'submit']) page.document.body.addEventListener(kind, reached)
  const held = vi.fn<() => void>()
  holdLinks(page, page.location.pathname, held)
  return { page, reached, held }
}

afterEach(() => document.body.replaceChildren())

it('blocks links and form submission in a preview; controls within the page still work', () => {
  const { page, reached, held } = framed(
    '<a href="/cart"><b>Cart</b></a><form><button>Send</button><button type="button">More</button></form><a href="#top">Up</a>',
  )
  page.document.querySelector('b')?.click()
  page.document.querySelectorAll('button')[0]?.click()
  expect(held).toHaveBeenCalledTimes(2)
  expect(reached).not.toHaveBeenCalled()
  page.document.querySelectorAll('button')[1]?.click()
  page.document.querySelector<HTMLElement>('a[href="#top"]')?.click()
  expect(held).toHaveBeenCalledTimes(2)
  expect(reached).toHaveBeenCalledTimes(2)
  page.document.querySelector('form')?.dispatchEvent(new page.Event('submit', { bubbles: true, cancelable: true }))
  expect(held).toHaveBeenCalledTimes(3)
})
