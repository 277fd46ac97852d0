import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useT } from '../i18n/context.tsx'
import { readDevice, writeDevice } from '../lib/device-storage.ts'
import { Icon } from '../ui/icon.tsx'
import { WaitingCount } from './waiting-count.tsx'
import { areaGroups, type Area, type AreaGroup } from './areas.ts'

type Group = { id: AreaGroup; areas: readonly Area[] }

const stored = 'shanmen.office.folded'

/**
 * The navigation. On a wide screen it is a column with collapsible groups; on a narrow one two rows, the groups and the
 * areas of the current group. A user with a single group sees only its areas.
 */
export function Menu({ areas }: { areas: readonly Area[] }) {
  const t = useT()
  const [path] = useLocation()
  const groups = areaGroups
    .map((id): Group => ({ id, areas: areas.filter((one) => one.group === id) }))
    .filter((group) => group.areas.length > 0)
  const current = groups.find((group) => group.areas.some(({ id }) => isHere(path, id))) ?? groups[0]
  // The menu may be longer than the screen: the current item is scrolled into view, without moving the page.
  const column = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = column.current
    const here = box?.querySelector<HTMLElement>('[aria-current]')
    if (!box || !here) return
    const [around, own] = [box.getBoundingClientRect(), here.getBoundingClientRect()]
    if (own.top < around.top || own.bottom > around.bottom) box.scrollTop += own.top - around.top - around.height / 2
  }, [path])
  if (!current) return null
  return (
    <nav aria-label={t('office.menu')} className="no-print border-line lg:w-60 lg:shrink-0 lg:border-r">
      <div className="lg:hidden">
        {groups.length > 1 && <GroupRow groups={groups} current={current} />}
        <Row at={path} last>
          <AreaLinks areas={current.areas} path={path} />
        </Row>
      </div>
      <div ref={column} className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto p-3 pt-6 max-lg:hidden">
        {groups.length > 1 ? (
          <Column groups={groups} current={current} path={path} />
        ) : (
          <ul className="space-y-1">
            <AreaLinks areas={current.areas} path={path} />
          </ul>
        )}
      </div>
    </nav>
  )
}

const isHere = (path: string, id: string) => path === `/${id}` || path.startsWith(`/${id}/`)

function AreaLinks({ areas, path }: { areas: readonly Area[]; path: string }) {
  const t = useT()
  return areas.map(({ id, icon }) => {
    const here = isHere(path, id)
    return (
      <li key={id} className="shrink-0">
        <Link
          href={`/${id}`}
          aria-current={path === `/${id}` ? 'page' : here ? 'true' : undefined}
          className={`flex min-h-12 items-center gap-3 rounded-full px-4 font-bold max-lg:whitespace-nowrap ${here ? 'bg-lacquer text-gold-1' : 'hover:bg-paper-2'}`}
        >
          <Icon name={icon} size={20} className="shrink-0" />
          {t(`office.area-${id}`)}
          <WaitingCount area={id} />
        </Link>
      </li>
    )
  })
}

/** The current group is always expanded. */
function Column({ groups, current, path }: { groups: readonly Group[]; current: Group; path: string }) {
  const t = useT()
  const [folded, setFolded] = useState(() => (readDevice(stored) ?? '').split(' '))
  const fold = (id: AreaGroup) => {
    const next = folded.includes(id) ? folded.filter((one) => one !== id) : [...folded, id]
    setFolded(next)
    writeDevice(stored, next.join(' ').trim())
  }
  return groups.map(({ id, areas }) => {
    const open = id === current.id || !folded.includes(id)
    if (id === 'today')
      return (
        <ul key={id} className="mb-3">
          <AreaLinks areas={areas} path={path} />
        </ul>
      )
    return (
      <div key={id} className="mb-3">
        <h2>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`menu-${id}`}
            onClick={() => fold(id)}
            className="flex min-h-11 w-full items-center justify-between rounded-full px-4 text-left font-sans text-sm font-bold text-gold-7 hover:bg-paper-2"
          >
            {t(`office.group-${id}`)}
            <Icon name="down" size={16} className={open ? 'rotate-180' : ''} />
          </button>
        </h2>
        <ul id={`menu-${id}`} hidden={!open} className="space-y-1">
          <AreaLinks areas={areas} path={path} />
        </ul>
      </div>
    )
  })
}

function GroupRow({ groups, current }: { groups: readonly Group[]; current: Group }) {
  const t = useT()
  return (
    <Row at={current.id}>
      {groups.map(({ id, areas }) => (
        <li key={id} className="shrink-0">
          <Link
            href={`/${areas[0]?.id}`}
            aria-current={id === current.id ? 'true' : undefined}
            className={`flex min-h-12 items-center border-b-[3px] px-4 font-bold whitespace-nowrap ${id === current.id ? 'border-cinnabar' : 'border-transparent text-ink-2 hover:text-ink'}`}
          >
            {t(`office.group-${id}`)}
          </Link>
        </li>
      ))}
    </Row>
  )
}

/** A row longer than a narrow screen: the current item is scrolled into view when `at` changes. */
function Row({ at, last = false, children }: { at: string; last?: boolean; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const row = list.current
    if (!row) return
    // Ignores a fraction of a pixel.
    const look = () => {
      const after = row.scrollWidth - row.clientWidth - row.scrollLeft > 1
      const before = row.scrollLeft > 1
      setMore((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    const seen = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(look) // the text may grow
    seen?.observe(row)
    row.addEventListener('scroll', look, { passive: true })
    return () => {
      seen?.disconnect()
      row.removeEventListener('scroll', look)
    }
  }, [])
  useEffect(() => {
    // Not scrollIntoView: in some browsers Tab would then continue from that position, past the skip link.
    const show = () => {
      const row = list.current
      const here = row?.querySelector<HTMLElement>('[aria-current]')
      if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2
    }
    show()
    addEventListener('resize', show) // the device is rotated
    return () => removeEventListener('resize', show)
  }, [at])
  return (
    <div className="relative border-b border-line">
      <ul ref={list} className={`relative flex gap-1 overflow-x-auto p-2 md:flex-wrap ${last ? '' : 'pb-0'}`}>
        {children}
      </ul>
      {more.before && <Further side="before" />}
      {more.after && <Further side="after" />}
    </div>
  )
}

/** Shows that a row continues: a fade with an arrow. Keyboard users reach the rest with Tab. */
function Further({ side }: { side: 'before' | 'after' }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute inset-y-0 flex w-14 items-center ${side === 'after' ? 'right-0 justify-end bg-linear-to-l' : 'left-0 bg-linear-to-r'} from-paper from-40% to-transparent text-ink-2`}
    >
      <Icon name="down" size={18} className={side === 'after' ? '-rotate-90' : 'rotate-90'} />
    </span>
  )
}
