import { useT } from '../../../../i18n/context.tsx'
import { BackLink } from '../../../kit/layout/back-link.tsx'
import type { PageProps } from '../../../kit/layout/page-props.ts'
import { OpenRecord } from '../../open-record.tsx'
import { EventEditor } from './event-editor.tsx'

/** An event: its editor and its versions. */
export function EventPage({ id, user }: PageProps) {
  const t = useT()
  return (
    <OpenRecord id={id} renderBack={() => <BackLink to="/events">{t('office.area-events')}</BackLink>}>
      {(detail) => <EventEditor key={id} detail={detail} userId={user.id} />}
    </OpenRecord>
  )
}
