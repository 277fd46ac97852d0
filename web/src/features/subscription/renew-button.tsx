import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { Link } from '../../site/router/link.tsx'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useAct } from '../../forms/use-act.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { actionOf, type Subscription } from '../../domain/subscription.ts'

/** A link to the next term's order, which is created if there is none yet. */
export function RenewButton({ of, wide = false }: { of: Subscription; wide?: boolean }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const { reload } = usePage()
  const act = useAct(() => api.post('/api/subscription/{id}/renew', { params: { id: of.id } }), {
    done: ({ invoiceId }) => navigate(href('transaction-status', undefined, { query: { id: invoiceId } })),
    refused: (result) => {
      if (result) void reload().catch(console.error)
      return false
    },
  })
  const action = actionOf(of)
  const name = <span className="sr-only"> {of.title}</span>

  if (!action) return null
  if (action === 'look-at-payment' && of.renewal)
    return (
      <Link
        to="member-profile-invoices-id"
        params={{ id: of.renewal.invoiceId }}
        className={buttonClass(of.state === 'rejected' ? 'primary' : 'plain', wide ? 'w-full' : '')}
      >
        {t(`subscription.${action}`)}
        {name}
      </Link>
    )
  return (
    <Button
      kind={action === 'pay-next' ? 'primary' : 'plain'}
      wide={wide}
      pending={act.pending}
      onClick={() => void act.send()}
    >
      {t(`subscription.${action}`)}
      {name}
    </Button>
  )
}
