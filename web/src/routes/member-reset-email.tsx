import { AddressTicket } from '../features/account/address-ticket.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function AddressTicketPage() {
  const { meta } = usePage()
  const data = usePageData('member-reset-email', 'member-confirm', 'member-undo-email')
  return (
    <div className="wrap">
      <div className="mx-auto max-w-lg pb-8">
        <PageHeading title={meta.title} />
        {data ? (
          <div className="card p-5 sm:p-7">
            <AddressTicket {...data} />
          </div>
        ) : (
          <Skeleton lines={4} card />
        )}
      </div>
    </div>
  )
}
