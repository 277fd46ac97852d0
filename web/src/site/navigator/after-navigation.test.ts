import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routeById } from '../router/route.ts'
import { arrive } from './after-navigation.ts'
import { entryKey, rememberScroll } from './scroll-memory.ts'
import type { Arrival, View } from './view.ts'

const scrolled = vi.fn<(to: ScrollToOptions) => void>()

beforeEach(() => {
  document.body.innerHTML = '<main id="main"><h1>题</h1><p id="条">text</p><a id="way" href="/">way</a></main>'
  vi.stubGlobal('scrollTo', scrolled)
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  sessionStorage.clear()
  history.replaceState({ key: 'entry' }, '')
})

afterEach(() => {
  scrolled.mockReset()
  vi.unstubAllGlobals()
})

function come(arrival: Arrival, { hash = '', scroll = true }: { hash?: string; scroll?: boolean } = {}) {
  const route = routeById('misc-faq')
  if (!route) throw new Error('no route')
  const page = { locale: 'zh', meta: { title: 't', description: 'd' } }
  // Only the properties that `arrive` reads.
  arrive({ route: { ...route, scroll }, page, arrival, hash, count: 1 } as unknown as View, '题 · 清莲寺')
}

describe('arriving at a page', () => {
  it('navigation sets the document’s title and language', () => {
    come('new')
    expect([document.title, document.documentElement.lang]).toEqual(['题 · 清莲寺', 'zh-Hans'])
  })

  it('navigation scrolls to the top and focuses the heading', () => {
    come('new')
    expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('navigation keeps the scroll position when the route says so', () => {
    come('new', { scroll: false })
    expect(scrolled).not.toHaveBeenCalled()
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('navigation scrolls to the element of the fragment, in any script', () => {
    come('new', { hash: encodeURIComponent('条') })
    expect(document.activeElement?.id).toBe('条')
    expect(scrolled).not.toHaveBeenCalled()
  })

  it.each(['%', 'nowhere'])('navigation scrolls to the top when the fragment matches nothing: %s', (hash) => {
    come('new', { hash })
    expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  })

  it('navigation restores the scroll position on Back', () => {
    vi.stubGlobal('scrollY', 640.4)
    rememberScroll(entryKey())
    come('back')
    expect(scrolled).toHaveBeenCalledWith({ top: 640, behavior: 'instant' })
  })

  it('switching the language does not scroll', () => {
    document.getElementById('way')?.focus()
    come('stay')
    expect(scrolled).not.toHaveBeenCalled()
    expect(document.activeElement?.id).toBe('way')
  })
})
