import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { ImportList } from './import-list.tsx'
import { importsQuery } from './import-queries.ts'

/** Earlier imports, and a link to a new one. */
export function ImportsPage() {
  const t = useT()
  const list = useInfiniteQuery(importsQuery)
  const add = (
    <Link href="/imports/new" className={buttonClass('primary')}>
      <Icon name="upload" className="shrink-0" />
      {t('imports.new')}
    </Link>
  )
  const none = list.data?.pages[0]?.items?.length === 0
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <div className="min-w-0 grow basis-80">
          <PageTop title={t('office.area-imports')} text={t('imports.text')} />
        </div>
        {!none && <p className="mb-5">{add}</p>}
      </div>
      <KeyedList
        query={list}
        empty={
          <EmptyState art="sutra" title={t('imports.empty')} text={t('imports.empty-text')}>
            {add}
          </EmptyState>
        }
      >
        {(rows) => <ImportList rows={rows} />}
      </KeyedList>
    </>
  )
}
