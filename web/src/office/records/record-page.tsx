import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useT } from '../../i18n/context.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { onDemand } from '../kit/layout/on-demand.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Refused } from '../kit/session/session-gate.ts'
import { FieldsEditor } from './kinds/banner/fields-editor.tsx'
import { OpenRecord } from './open-record.tsx'
import { goesTogether, recordList, type Detail, type Summary } from './record-queries.ts'
import { RecordEditor } from './text/record-editor.tsx'

const waiting = { lines: 8, card: true }

/** The editors of kinds with more than short fields or a text. Each loads on demand. */
const owns: Partial<Record<string, ComponentType<{ detail: Detail; userId: string }>>> = {
  offering: onDemand(async () => (await import('./kinds/offering/offering-editor.tsx')).OfferingEditor, waiting),
  form: onDemand(async () => (await import('./kinds/form/form-editor.tsx')).FormEditor, waiting),
  place: onDemand(async () => (await import('./kinds/place/place-editor.tsx')).PlaceEditor, waiting),
}

/** A record of the site: its editor, or with `?view=history` its versions. */
export function RecordPage({ id, user }: PageProps) {
  return (
    <OpenRecord id={id} renderBack={(record) => <ListLink record={record} />}>
      {(detail) => {
        const { kind } = detail.record
        const Editor = owns[kind] ?? (goesTogether(kind) ? FieldsEditor : RecordEditor)
        return <Editor key={id} detail={detail} userId={user.id} />
      }}
    </OpenRecord>
  )
}

/** The temple's name, address and numbers: the only record of its kind. */
export function ContactPage(props: PageProps) {
  const query = useQuery(recordList('place'))
  return (
    <Loaded query={query} lines={10}>
      {({ items: [place] }) =>
        place ? (
          <RecordPage {...props} id={place.id} />
        ) : (
          <Failed error={new Refused(404)} onAgain={() => void query.refetch()} />
        )
      }
    </Loaded>
  )
}

function ListLink({ record }: { record: Summary | undefined }) {
  const t = useT()
  if (record?.kind === 'place') return null
  if (record?.kind === 'practice') return <BackLink to="/today">{t('office.area-today')}</BackLink>
  if (record?.kind === 'message') return <BackLink to="/texts">{t('office.area-texts')}</BackLink>
  if (record?.kind === 'form') return <BackLink to="/forms">{t('office.area-forms')}</BackLink>
  if (record?.kind === 'banner') return <BackLink to="/banners">{t('office.area-banners')}</BackLink>
  if (record?.kind === 'offering' || record?.kind === 'category')
    return (
      <BackLink to={`/offerings${record.kind === 'category' ? '?kind=category' : ''}`}>
        {t('office.area-offerings')}
      </BackLink>
    )
  const tab = record && record.kind !== 'page' ? `?kind=${record.kind}` : ''
  return <BackLink to={`/pages${tab}`}>{t('office.area-pages')}</BackLink>
}
