import { useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { FamilyBookOverride } from '../../forms/family-book-override.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Failed } from '../kit/query/failed.tsx'
import type { Wrong } from '../../forms/refusal.ts'
import { checkLine, refusedItem, refusedLine } from './check.ts'
import { changeItem } from './draft.ts'
import { payerFromNames } from './payer-from-names.ts'
import { Frame, pathOf } from './frame.tsx'
import { ItemForm } from './item-form.tsx'
import { sumOf } from './sum.ts'
import { useDraft } from './use-draft.ts'
import { useLines, type Line } from './use-offerings.ts'

/** The second screen: names and other answers for each line, one line expanded at a time. */
export function NamesStep({ user }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const { draft, problems, change } = useDraft(user.id)
  const { lines, error } = useLines(draft.items)
  const [open, setOpen] = useState(refusedItem(problems, draft) ?? draft.items[0]?.id)
  // The time of the last validation, which birth dates must precede; 0 before the first one.
  const [looked, setLooked] = useState(0)
  const [refusals, setRefusals] = useState(problems.length > 0 ? 1 : 0)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // With braces, because newer browsers return a promise here, which is not a valid effect clean-up.
    list.current?.querySelector('[aria-expanded=true]')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  if (draft.items.length === 0) return <Redirect to={pathOf('items')} replace />

  const wrongOf = (line: Line, at: number): Wrong[] => [
    ...(looked > 0 ? checkLine(line, true, looked, t, locale) : []),
    ...refusedLine(problems, at, line, t, locale),
  ]
  function goOn() {
    // The next screen asks for the account that a term needs.
    const now = Date.now()
    const bad = lines?.find((line) => checkLine(line, true, now, t, locale).length > 0)
    setLooked(now)
    if (!bad) {
      change((draft) => payerFromNames(draft, lines ?? []))
      return navigate(pathOf('payer'))
    }
    setOpen(bad.item.id)
    setRefusals((count) => count + 1)
  }
  const following = (line: Line) => lines?.[lines.indexOf(line) + 1]?.item.id
  return (
    <Frame step="names" count={draft.items.length} cents={lines && sumOf(lines)} onNext={goOn}>
      {error && <Failed error={error} onAgain={() => location.reload()} />}
      {!lines && !error && <Skeleton lines={6} card />}
      <FamilyBookOverride value={draft.book.length > 0 ? draft.book : undefined}>
        <ol ref={list} className="max-w-4xl space-y-4">
          {lines?.map((line, at) => (
            <li key={line.item.id} className="card">
              <Head
                line={line}
                open={open === line.item.id}
                wrong={wrongOf(line, at).length > 0}
                onPress={() => setOpen(open === line.item.id ? undefined : line.item.id)}
              />
              {open === line.item.id && (
                <div className="border-t border-line p-5">
                  <ItemForm
                    line={line}
                    known={draft.known !== null}
                    wrong={wrongOf(line, at)}
                    refusals={refusals}
                    onChange={(next) => change((now) => changeItem(now, line.item.id, next(now)))}
                  />
                  {following(line) !== undefined && (
                    <Button className="mt-6" icon="arrow" onClick={() => setOpen(following(line))}>
                      {t('walk-in.next-item')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ol>
      </FamilyBookOverride>
    </Frame>
  )
}

function Head(props: { line: Line; open: boolean; wrong: boolean; onPress: () => void }) {
  const { line } = props
  return (
    <h2>
      <button
        type="button"
        aria-expanded={props.open}
        onClick={props.onPress}
        className="flex min-h-16 w-full items-center gap-4 rounded-card p-5 text-left hover:bg-gold-1"
      >
        <span className="min-w-0 grow">
          <span className="block text-lg font-bold leading-snug">{line.title}</span>
          <span className="block text-base font-normal text-ink-2">{line.optionTitle}</span>
        </span>
        {props.wrong && <Icon name="warning" className="shrink-0 text-cinnabar" />}
        <span className="shrink-0 text-lg font-bold">{line.cents === undefined ? '–' : money(line.cents)}</span>
        <Icon name="down" className={`shrink-0 transition ${props.open ? 'rotate-180' : ''}`} />
      </button>
    </h2>
  )
}
