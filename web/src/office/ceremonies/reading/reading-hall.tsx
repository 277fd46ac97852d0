import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { openModal } from '../../../ui/dialog-stack.ts'
import { Button } from '../../../ui/button.tsx'
import { inWords, numbered } from '../print-text.ts'
import { ReadingFoot } from './reading-foot.tsx'
import { ReadingHead, type Arrival } from './reading-head.tsx'
import { keepLook, readingLook } from './reading-look.ts'
import { keepReadingPlace, readingPlace } from './reading-place.ts'
import { ReadingNames } from './reading-names.tsx'
import type { ReadingList, ReadingName } from './reading-queries.ts'
import { useReadings } from './use-readings.ts'
import { useWakeLock } from './use-wake-lock.ts'

type Props = { list: ReadingList; names: readonly ReadingName[]; arrival: Arrival; onClose: () => void }

const forward = ['ArrowDown', 'ArrowRight', 'PageDown', ' ', 'Enter'] // keys that a page-turner pedal may send
const backward = ['ArrowUp', 'ArrowLeft', 'PageUp']

/** The names on the whole screen, in a dark hall: one press goes to the next. */
export function ReadingHall({ list, names, arrival, onClose }: Props) {
  const t = useT()
  const locale = useLocale()
  const box = useRef<HTMLDialogElement>(null)
  const [place, setPlace] = useState(() => {
    const was = readingPlace(list.id)
    return was.sitting <= list.sittings.length ? was : { sitting: 1, no: 0 }
  })
  const [look, setLook] = useState(readingLook)
  const readings = useReadings(look.pinyin)
  const awake = useWakeLock()
  useEffect(() => (box.current ? openModal(box.current) : undefined), [])
  const rows = names.filter(({ sitting }) => sitting === place.sitting)
  // The name may have been withdrawn: then the following one takes its place. After the last one the sitting is over.
  const found = rows.findIndex(({ no }) => no >= place.no)
  const at = found < 0 ? rows.length : found
  const go = (to: number) => {
    const next = rows[to]
    const last = rows.at(-1)
    const no = next ? next.no : to < 0 || !last ? 0 : last.no + 1
    keepReadingPlace(list.id, { sitting: place.sitting, no })
    setPlace({ sitting: place.sitting, no })
  }
  const toSitting = (sitting: number) => {
    const to = readingPlace(list.id, sitting)
    keepReadingPlace(list.id, to)
    setPlace(to)
  }
  const next = () => at < rows.length && go(at + 1)
  const previous = () => at > 0 && go(at - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select')) return
    if ((event.key === ' ' || event.key === 'Enter') && target?.closest('button, summary')) return
    if (forward.includes(event.key)) next()
    else if (backward.includes(event.key)) previous()
    else return
    event.preventDefault()
  }
  const change = (to: Partial<typeof look>) => {
    keepLook({ ...look, ...to })
    setLook({ ...look, ...to })
  }
  const name = rows[at]
  const following = list.sittings.length > place.sitting ? place.sitting + 1 : 0
  return (
    <dialog
      ref={box}
      aria-labelledby="reading-title"
      data-ground={look.dark ? 'dark' : 'light'}
      className="reading m-0 h-dvh max-h-none w-dvw max-w-none p-0"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className="flex h-dvh flex-col">
        <ReadingHead
          list={list}
          sitting={place.sitting}
          onSitting={toSitting}
          count={names.length}
          arrival={arrival}
          awake={awake}
          look={look}
          pinyinFailed={readings === 'failed'}
          onLook={change}
          onClose={onClose}
        />
        <p className="sr-only" aria-live="polite">
          {name
            ? `${t('ceremonies.entry-no', { no: numbered(name.no) })}: ${inWords(name.text)}`
            : rows.length > 0 && t('ceremonies.read-end')}
        </p>
        <ReadingNames
          key={`${place.sitting} ${look.size}`}
          rows={rows}
          at={at}
          size={look.size}
          readings={look.pinyin && readings !== 'failed' ? readings : undefined}
          onPress={(to) => go(to === at ? to + 1 : to)}
        >
          {at >= rows.length && (
            <div className="space-y-4 py-10 text-center text-2xl">
              <p>
                {t(rows.length > 0 ? 'ceremonies.read-end' : arrival.whole ? 'ceremonies.read-none' : 'common.loading')}
              </p>
              {following > 0 && arrival.whole && (
                <Button kind="primary" onClick={() => toSitting(following)}>
                  {t('ceremonies.read-go-on', { no: following })}
                </Button>
              )}
            </div>
          )}
        </ReadingNames>
        <ReadingFoot
          key={locale}
          rows={rows}
          at={at}
          whole={arrival.whole}
          onNext={next}
          onPrevious={previous}
          onGo={go}
        />
      </div>
    </dialog>
  )
}
