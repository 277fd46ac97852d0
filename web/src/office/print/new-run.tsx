import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { layoutsQuery, type Layout } from './layout-queries.ts'
import { RunChecks } from './run-checks.tsx'
import { RunProof } from './run-proof.tsx'
import { hallSourcesQuery, listQuery, listsQuery, type Ceremony, type HallSource } from './run-queries.ts'
import { RunSteps } from './run-steps.tsx'
import { begunRun, runDraftOf } from './run-typed.ts'
import { RunWhat } from './run-what.tsx'

/** The steps that create a print run: what is printed, what cannot be, and the first sheet. */
export function NewRun() {
  const t = useT()
  const asked = new URLSearchParams(useSearch()).get('list') ?? ''
  const lists = useQuery(listsQuery)
  const one = useQuery(listQuery(asked))
  const halls = useQuery(hallSourcesQuery)
  const layouts = useQuery(layoutsQuery)
  return (
    <>
      <PageTop title={t('office.new-run')} before={<BackLink to="/print">{t('office.area-print')}</BackLink>} />
      <Loaded query={layouts} lines={8}>
        {({ items }) => (
          <Loaded query={halls} lines={8}>
            {({ items: all }) => (
              <Loaded query={lists} lines={8}>
                {(known) => <Steps lists={withList(known, one.data)} halls={all} layouts={items} />}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

/** A completed ceremony is not offered, but can still be printed by its URL. */
function withList(known: Ceremony[], one: Ceremony | undefined): Ceremony[] {
  return one && !known.some(({ id }) => id === one.id) ? [one, ...known] : known
}

type Props = { lists: readonly Ceremony[]; halls: readonly HallSource[]; layouts: readonly Layout[] }

const steps = ['what', 'checks', 'proof'] as const

function Steps({ lists, halls, layouts }: Props) {
  const t = useT()
  const search = useSearch()
  const [typed, setTyped] = useState(() => begunRun(search))
  const [step, setStep] = useState(0)
  const draft = runDraftOf(typed, layouts)
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) heading.current?.focus()
    moved.current = true
  }, [step])
  const back = () => setStep(step - 1)
  const next = () => setStep(step + 1)
  if (lists.length + halls.length === 0)
    return <EmptyState art="sutra" title={t('print.what-none')} text={t('print.what-none-text')} />
  return (
    <>
      <div className="mb-5">
        <RunSteps current={step} kind={typed.kind} />
      </div>
      {/* Focused for keyboard users after each step, because the pressed button has disappeared. */}
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {t(`print.step-${steps[step] ?? 'what'}`)}
      </h2>
      {step === 0 && (
        <RunWhat
          typed={typed}
          set={(part) => setTyped((before) => ({ ...before, ...part }))}
          lists={lists}
          halls={halls}
          layouts={layouts}
          onNext={next}
        />
      )}
      {step === 1 && (
        <RunChecks
          draft={draft}
          onBoxes={(boxes) => setTyped((before) => ({ ...before, boxes }))}
          onBack={back}
          onNext={next}
        />
      )}
      {step === 2 && <RunProof draft={draft} onBack={back} />}
    </>
  )
}
