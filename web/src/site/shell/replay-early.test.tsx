import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReplayEarly } from './replay-early.tsx'
import { keepTypedEarly } from './typed-early.ts'

const root: HTMLElement & { pressed?: HTMLFormElement | undefined } = document.documentElement
const empty = { search: '', words: '', subject: '', term: 'once', news: false }

/** A page with every kind of controlled field and a restored draft, and an uncontrolled field that gets a new key. */
function Page(props: { kept: Partial<typeof empty>; onSend?: (all: typeof empty) => void }) {
  const [all, setAll] = useState(empty)
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- as the pages restore their drafts
    setAll((now) => ({ ...now, ...props.kept }))
    setRestored(true)
  }, [props.kept])
  return (
    <form onSubmit={() => props.onSend?.(all)}>
      <input
        id="search"
        type="search"
        value={all.search}
        onChange={(e) => setAll({ ...all, search: e.target.value })}
      />
      <textarea id="words" value={all.words} onChange={(e) => setAll({ ...all, words: e.target.value })} />
      <select id="subject" value={all.subject} onChange={(e) => setAll({ ...all, subject: e.target.value })}>
        <option value="">Choose</option>
        <option value="lamp">Lamp</option>
        <option value="visit">Visit</option>
      </select>
      {['once', 'yearly', 'monthly'].map((term) => (
        <input
          key={term}
          type="radio"
          name="term"
          value={term}
          checked={all.term === term}
          onChange={() => setAll({ ...all, term })}
        />
      ))}
      <input
        id="news"
        type="checkbox"
        checked={all.news}
        onChange={(e) => setAll({ ...all, news: e.target.checked })}
      />
      <input key={String(restored)} id="number" name="number" defaultValue={restored ? '9000 0000' : ''} />
      <output>{JSON.stringify(all)}</output>
    </form>
  )
}

let host: HTMLElement
const field = <E extends HTMLInputElement = HTMLInputElement>(selector: string) => host.querySelector<E>(selector)!
const state = () => JSON.parse(host.querySelector('output')!.textContent) as typeof empty

function serverPage(kept: Partial<typeof empty>) {
  host.innerHTML = renderToString(<Page kept={kept} />)
}
async function hydrate(kept: Partial<typeof empty>, meanwhile = () => {}) {
  const handTyped = keepTypedEarly(host)
  meanwhile()
  await act(async () => {
    hydrateRoot(
      host,
      <>
        <Page kept={kept} />
        <ReplayEarly handTyped={handTyped} />
      </>,
    )
  })
  await act(() => vi.runAllTimersAsync())
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  host = document.createElement('div')
  document.body.append(host)
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  delete root.dataset.live
})

/** Types and chooses before hydration. */
function typeAll() {
  field('#search').value = '灯'
  field('#words').value = 'May we come?'
  field('#subject').value = 'lamp'
  field('[value=yearly]').checked = true
  field('#news').checked = true
  field('#number').value = '9123 4567'
}

it.each<[string, Partial<typeof empty>]>([
  ['with nothing kept', {}],
  [
    'over what an earlier visit kept',
    { search: 'old', words: 'Older words', subject: 'visit', term: 'monthly', news: true },
  ],
])('every control keeps what was typed before hydration, %s', async (_, kept) => {
  serverPage(kept)
  typeAll()
  await hydrate(kept)
  expect(state()).toEqual({ search: '灯', words: 'May we come?', subject: 'lamp', term: 'yearly', news: true })
  expect(field('#search')).toHaveValue('灯')
  expect(field('#subject')).toHaveValue('lamp')
  expect(field('#number')).toHaveValue('9123 4567')
  expect(root.dataset.live).toBe('')
})

it('an untouched control keeps the value restored from an earlier visit', async () => {
  const kept = { search: 'old', words: 'Older words', subject: 'visit', term: 'monthly', news: true }
  serverPage(kept)
  field('#words').value = 'Newer words'
  await hydrate(kept)
  expect(state()).toEqual({ ...kept, words: 'Newer words' })
})

it('typing during hydration is kept too, with its last value', async () => {
  serverPage({})
  field('#search').value = '灯'
  await hydrate({}, () => {
    fireEvent.input(field('#search'), { target: { value: '平安灯' } })
  })
  expect(state().search).toBe('平安灯')
})

it('submits a form that was submitted before hydration, once, with everything typed', async () => {
  serverPage({})
  typeAll()
  const form = host.querySelector('form')!
  const send = vi.spyOn(form, 'requestSubmit').mockImplementation(() => {})
  root.pressed = form
  await hydrate({})
  expect(send).toHaveBeenCalledTimes(1)
  expect(root.pressed).toBeUndefined()
  expect(screen.getByText(/May we come/, { selector: 'output' })).toBeVisible()
})

it('drops the early submit of a form that is gone', async () => {
  serverPage({})
  const form = document.createElement('form')
  const send = vi.spyOn(form, 'requestSubmit').mockImplementation(() => {})
  root.pressed = form
  await hydrate({})
  expect(send).not.toHaveBeenCalled()
})
