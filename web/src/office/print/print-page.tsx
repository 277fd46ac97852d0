import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { LayoutList } from './layout-list.tsx'
import { layoutsQuery } from './layout-queries.ts'
import { RunList } from './run-list.tsx'
import { runsQuery } from './run-queries.ts'

const tabs = ['runs', 'layouts'] as const

/** The print room: print runs, newest first, and layouts. */
export function PrintPage() {
  const t = useT()
  const layouts = new URLSearchParams(useSearch()).get('tab') === 'layouts'
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <div className="min-w-0 grow basis-80">
          <PageTop title={t('office.area-print')} text={t('print.text')} />
        </div>
        <p className="mb-5 flex flex-wrap gap-3">
          <Link href="/print/run-export" className={buttonClass()}>
            <Icon name="download" className="shrink-0" />
            {t('office.print-export')}
          </Link>
          <NewLink />
        </p>
      </div>
      <ListTabs
        label={t('print.tabs')}
        className="mb-5 max-w-md"
        tabs={tabs.map((id) => ({
          id,
          text: t(`print.tab-${id}`),
          to: id === 'runs' ? '/print' : `/print?tab=${id}`,
          here: (id === 'layouts') === layouts,
        }))}
      />
      {layouts ? <Layouts /> : <Runs />}
    </>
  )
}

function NewLink() {
  const t = useT()
  return (
    <Link href="/print/run-new" className={buttonClass('primary')}>
      <Icon name="print" className="shrink-0" />
      {t('office.new-run')}
    </Link>
  )
}

function Runs() {
  const t = useT()
  return (
    <KeyedList
      query={useInfiniteQuery(runsQuery)}
      empty={<EmptyState art="sutra" title={t('print.no-runs')} text={t('print.no-runs-text')} />}
    >
      {(rows) => <RunList rows={rows} />}
    </KeyedList>
  )
}

function Layouts() {
  const t = useT()
  return (
    <Loaded query={useQuery(layoutsQuery)} lines={8}>
      {({ items }) =>
        items.length === 0 ? <EmptyState art="sutra" title={t('print.no-layouts')} /> : <LayoutList items={items} />
      }
    </Loaded>
  )
}
