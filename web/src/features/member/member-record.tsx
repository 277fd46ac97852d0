import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'

/**
 * Creates the member record of staff who want to order, since a receipt needs a name. Users who came from the checkout
 * return to the cart.
 */
export function MemberRecord({ name, chineseName }: { name: string; chineseName: string }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const { reload, search } = usePage()
  const session = useSession()
  const form = useForm({
    initial: { name, chineseName },
    check: (typed) => (typed.name.trim() ? [] : [{ id: 'name', key: 'member.name-missing' }]),
    send: (body) => api.post('/api/member/update/profile', { body }),
    done: async () => {
      toast({ text: 'member.record-done', type: 'success' })
      await session.refresh()
      const fromCheckout = new URLSearchParams(search).get('notice') === 'member-needed' && session.cartCount > 0
      await (fromCheckout ? navigate(href('cart')) : reload())
    },
  })
  return (
    <Panel size="l" aria-labelledby="record-heading">
      <h2 id="record-heading" className="mb-2 text-2xl">
        {t('member.record-title')}
      </h2>
      <p className="mb-5 text-ink-2">{t('member.record-text')}</p>
      <form noValidate onSubmit={form.onSubmit} className="space-y-5">
        <ErrorSummary {...form.summary} />
        <TextField {...form.text('name')} label={t('profile.name')} hint={t('profile.name-hint')} autoComplete="name" />
        <TextField
          {...form.text('chineseName')}
          label={t('profile.chinese-name')}
          hint={t('profile.chinese-name-hint')}
          lang="zh-Hans"
          optional
        />
        <Button kind="primary" type="submit" wide pending={form.pending}>
          {t('member.record-save')}
        </Button>
      </form>
    </Panel>
  )
}
