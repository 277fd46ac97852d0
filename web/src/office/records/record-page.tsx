import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useT } from '../../i18n/context.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { onDemand } from '../kit/layout/on-demand.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Refused } from '../kit/session/session-gate.ts'
import { factsOf, listPath } from '../kit/site/record-kinds.ts'
import { BannerEditor } from './kinds/banner/banner-editor.tsx'
import { MessageEditor } from './kinds/message/message-editor.tsx'
import { FieldsEditor } from './text/fields-editor.tsx'
import { OpenRecord } from './open-record.tsx'
import { goesTogether, recordList, type Detail, type Summary } from './record-queries.ts'
import { RecordEditor } from './text/record-editor.tsx'

const waiting = { lines: 8, card: true }

/** The editors of kinds that are more than titles or a text. A large one comes with the first record of its kind. */
const owns: Partial<Record<string, ComponentType<{ detail: Detail; userId: string }>>> = {
  banner: BannerEditor,
  message: MessageEditor,
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
  const kind = record?.kind ?? ''
  const { area, own, single } = factsOf(kind)
  if (single) return null
  if (own && record) return <BackLink to="/today">{t('office.area-today')}</BackLink>
  return <BackLink to={record ? listPath(kind) : '/pages'}>{t(`office.area-${area}`)}</BackLink>
}
