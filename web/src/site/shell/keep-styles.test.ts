import { afterEach, expect, it, vi } from 'vitest'
import { keepStyles, stylesCookie } from './keep-styles.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
  document.cookie = 'styles=; path=/; max-age=0'
})

/** Answers every request with a status; the requests. */
function server(status: number): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('a{}', { status })
  })
  return asked
}

it('tells the server for a month which file is in the browser', () => {
  expect(stylesCookie('public-A1.css', { secure: false })).toBe(
    'styles=public-A1.css; path=/; max-age=2592000; SameSite=Lax',
  )
  expect(stylesCookie('public-A1.css', { secure: true })).toMatch(/; SameSite=Lax; Secure$/)
})

it.each([
  ['a page with the style sheet fetches its file', '<style data-file="public-A1.css"></style>', 200, true],
  ['a file that is gone is not promised', '<style data-file="public-A1.css"></style>', 404, false],
])('%s', async (_, head, status, kept) => {
  document.head.innerHTML = head
  const asked = server(status)
  await keepStyles(document)
  expect(asked).toEqual(['/assets/public-A1.css'])
  expect(document.cookie.includes('styles=public-A1.css')).toBe(kept)
})

it('a page that links the file fetches nothing', async () => {
  document.head.innerHTML = '<style>p{}</style><link id="styles" rel="stylesheet" href="data:text/css,">'
  const asked = server(200)
  await keepStyles(document)
  expect(asked).toEqual([])
  expect(document.cookie).not.toContain('styles=')
})
