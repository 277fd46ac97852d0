import { isComposing } from '../../lib/is-composing.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { foundQuery, isLongEnough, sources, type Found, type OpenArea } from './find-queries.ts'

// Debounce of the search, in milliseconds.
const pause = 250

/** Searches pages of the office, people, orders and texts; arrow keys move through the results, Enter opens one. */
export function FindList({ areas, onGone }: { areas: readonly OpenArea[]; onGone: () => void }) {
  const t = useT()
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const q = useSettled(text)
  const box = useRef<HTMLDivElement>(null)
  const answers = useQueries({ queries: sources.map((source) => foundQuery(source, areas, q, locale)) })
  const named = text ? areas.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())) : []
  const groups = [
    {
      title: t('find.areas'),
      found: named.map(({ id, name }) => ({ id, href: `/${id}`, name, more: '' })),
    },
    ...sources.map((source, i) => ({ title: t(`find.find-${source}`), found: answers[i]?.data ?? [] })),
  ].filter(({ found }) => found.length > 0)
  const count = groups.reduce((sum, { found }) => sum + found.length, 0)
  const waiting = text !== q || answers.some(({ isFetching }) => isFetching)
  const failed = answers.find(({ error }) => error)
  // The dialog is open before this chunk has loaded, and has focused its close button.

  const walk = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const links = [...(box.current?.querySelectorAll<HTMLElement>('a') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') (links[at - 1] ?? box.current?.querySelector('input'))?.focus()
    else if (event.key === 'Enter' && at < 0 && !waiting) links[0]?.click()
    else return
    event.preventDefault()
  }
  const said = () => {
    if (!text) return t('find.hint')
    if (waiting) return t('find.finding')
    if (count > 0) return t('find.count', { count })
    if (failed) return ''
    return t(isLongEnough(q) ? 'office.none-found' : 'office.search-longer')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links inside can be reached with Tab too
    <div ref={box} onKeyDown={walk} className="min-h-[60dvh]">
      <SearchField id="find-anything" label={t('office.find')} value={typed} onSearch={setTyped} />
      <p role="status" className="mt-3 text-sm text-ink-2">
        {said()}
      </p>
      {failed?.error && <Failed error={failed.error} onAgain={() => void failed.refetch()} />}
      {groups.map(({ title, found }) => (
        <Group key={title} title={title}>
          {found.map((one) => (
            <Row key={one.id} icon={iconAt(areas, one.href)} found={one} onGone={onGone} />
          ))}
        </Group>
      ))}
    </div>
  )
}

/** The icon of the area of an address. */
const iconAt = (areas: readonly OpenArea[], href: string): IconName =>
  areas.find(({ id }) => href.split(/[/?]/)[1] === id)?.icon ?? 'page'

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4">
      <h3 className="px-3 font-sans text-sm font-bold text-gold-7">{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

function Row({ icon, found, onGone }: { icon: IconName; found: Found; onGone: () => void }) {
  return (
    <li>
      <Link
        href={found.href}
        onClick={(event: MouseEvent) => !event.ctrlKey && !event.metaKey && onGone()}
        className="flex min-h-12 items-center gap-3 rounded-2xl px-3 py-1.5 hover:bg-gold-1 focus-visible:bg-gold-1"
      >
        <Icon name={icon} size={20} className="shrink-0 text-cinnabar" />
        <span className="min-w-0">
          <span className="block font-bold wrap-anywhere">{found.name}</span>
          {found.more && <span className="line-clamp-1 text-sm text-ink-2 wrap-anywhere">{found.more}</span>}
        </span>
      </Link>
    </li>
  )
}

/** A text, debounced. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
