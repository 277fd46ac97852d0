import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { EndOfImport } from './end-of-import.tsx'
import { GiveUp } from './give-up.tsx'
import { ImportCrumbs } from './import-crumbs.tsx'
import { importQuery, isBusy, shownOf, type Import } from './import-queries.ts'
import { ImportSteps } from './import-steps.tsx'
import { LookStep } from './look-step.tsx'
import { NewImport } from './new-import.tsx'
import { ToldPanel } from './told-panel.tsx'
import { UnderWay } from './under-way.tsx'

/** An import at its current step; `/imports/new` is the first step of a new one. */
export function ImportPage({ id }: PageProps) {
  return id === 'new' ? <NewImport /> : <KnownImport id={id} />
}

function KnownImport({ id }: { id: string }) {
  const t = useT()
  const query = useQuery(importQuery(id))
  return (
    <Loaded query={query} heading={t('office.area-imports')} lines={8}>
      {(one) => <ImportDetails one={one} />}
    </Loaded>
  )
}

const stepOf: Partial<Record<Import['state'], number>> = { columns: 1, reading: 2, ready: 2, importing: 3 }

function ImportDetails({ one }: { one: Import }) {
  const t = useT()
  const shown = shownOf(useSearch())
  const [columnsAgain, setColumnsAgain] = useState(false)
  const [givingUp, setGivingUp] = useState(false)
  const { state } = one
  const atColumns = state === 'columns' || (state === 'ready' && columnsAgain)
  const written = ['importing', 'done', 'undoing', 'undone'].includes(state)
  return (
    <>
      <ImportCrumbs>{one.name}</ImportCrumbs>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <PageTop title={t(`imports.title-${one.kind}`)} />
        {!written && (
          <p className="mb-5 flex items-center gap-2 text-ink-2">
            <Icon name="check" size={18} className="shrink-0" />
            {t('imports.nothing-written')}
          </p>
        )}
      </div>
      <div className="mb-5">
        <ImportSteps current={atColumns ? 1 : (stepOf[state] ?? 4)} />
      </div>
      {(one.unread || one.formulas) && (
        <div className="mb-5 space-y-3">
          <ToldPanel unread={one.unread} formulas={one.formulas} />
        </div>
      )}
      {(isBusy(one) || one.stuck) && <UnderWay one={one} />}
      {atColumns && one.columns && (
        <ColumnsStep
          id={one.id}
          columns={one.columns}
          onBack={columnsAgain ? () => setColumnsAgain(false) : undefined}
          onGiveUp={() => setGivingUp(true)}
        />
      )}
      {state === 'ready' && !atColumns && <LookStep one={one} shown={shown} onColumns={() => setColumnsAgain(true)} />}
      {['done', 'undone', 'failed', 'gone'].includes(state) && <EndOfImport one={one} />}
      <Dialog open={givingUp} onClose={() => setGivingUp(false)} title={t('imports.give-up-title')}>
        {givingUp && <GiveUp id={one.id} onClose={() => setGivingUp(false)} />}
      </Dialog>
    </>
  )
}
