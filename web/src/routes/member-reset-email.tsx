import { AddressTicket } from '../features/account/address-ticket.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function AddressTicketPage() {
  const { meta } = usePage()
  const data = usePageData('member-reset-email', 'member-confirm', 'member-undo-email')
  return (
    <div className="wrap">
      <div className="mx-auto max-w-lg pb-8">
        <PageHeading title={meta.title} />
        {data ? (
          <Panel as="div" size="l">
            <AddressTicket {...data} />
          </Panel>
        ) : (
          <Skeleton lines={4} card />
        )}
      </div>
    </div>
  )
}
