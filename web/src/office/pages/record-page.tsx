import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { useSearch } from 'wouter'
import { BackLink } from '../kit/back-link.tsx'
import { Loaded } from '../kit/loaded.tsx'
import type { PageProps } from '../kit/page-props.ts'
import { HistoryPage } from './history-page.tsx'
import { recordOf, titleOf } from './record-queries.ts'
import { RecordEditor } from './record-editor.tsx'

/** A text of the site: where it is written, or with `?view=history` its versions. */
export function RecordPage({ id, user }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const history = new URLSearchParams(useSearch()).get('view') === 'history'
  const query = useQuery(recordOf(id))
  const record = query.data?.record
  return (
    <>
      {history && record ? (
        <BackLink to={`/pages/${id}`}>{titleOf(record, locale)}</BackLink>
      ) : (
        <BackLink to={record && record.kind !== 'page' ? `/pages?kind=${record.kind}` : '/pages'}>
          {t('office.area-pages')}
        </BackLink>
      )}
      <Loaded query={query} heading={t('office.area-pages')} lines={10}>
        {(detail) =>
          history ? <HistoryPage detail={detail} /> : <RecordEditor key={id} detail={detail} userId={user.id} />
        }
      </Loaded>
    </>
  )
}
