import { useState, type FormEvent } from 'react'
import { api } from '../../api/client.ts'
import { fieldErrors } from '../../api/result.ts'
import { useT } from '../../i18n/context.tsx'
import { useHref } from '../../site/router/href.ts'
import { useNavigate } from '../../site/router/navigation.ts'
import { usePage } from '../../site/router/payload.tsx'
import { useSession } from '../../site/session/session.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'

type Named = { name: string; chineseName: string }

/**
 * Completes the record of staff who want to offer something themselves: a receipt needs a name. Who came from the
 * checkout goes back to the cart.
 */
export function MemberRecord(props: Named) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const { reload, search } = usePage()
  const session = useSession()
  const [typed, setTyped] = useState<Named>({ name: props.name, chineseName: props.chineseName })
  const [submits, setSubmits] = useState(0)
  const [errors, setErrors] = useErrors()
  const call = useApi((body: Named) => api.post('/api/member/update/profile', { body }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (call.pending) return
    setSubmits((count) => count + 1)
    setErrors([])
    if (!typed.name.trim()) return setErrors([{ id: 'name', key: 'member.name-missing' }])
    const result = await call.run(typed)
    if (!result) return
    if (result.status !== 200) {
      const refused = fieldErrors(result).map(({ field, ...said }) => ({ ...said, id: field }))
      setErrors(refused)
      if (refused.length === 0) toastFailure(result)
      return
    }
    toast({ text: 'member.record-done', type: 'success' })
    await session.refresh()
    const fromCheckout = new URLSearchParams(search).get('notice') === 'member-needed' && session.cartCount > 0
    await (fromCheckout ? navigate(href('cart')) : reload())
  }

  const field = (id: keyof Named) => ({
    id,
    name: id,
    value: typed[id],
    error: errors.find((error) => error.id === id)?.text,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [id]: event.target.value }),
  })
  return (
    <section aria-labelledby="record-heading" className="card p-5 sm:p-7">
      <h2 id="record-heading" className="mb-2 text-2xl">
        {t('member.record-title')}
      </h2>
      <p className="mb-5 text-ink-2">{t('member.record-text')}</p>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <ErrorSummary errors={errors} focusKey={submits} />
        <TextField {...field('name')} label={t('member.name')} hint={t('member.name-hint')} autoComplete="name" />
        <TextField
          {...field('chineseName')}
          label={t('member.chinese-name')}
          hint={t('member.chinese-name-hint')}
          lang="zh-Hans"
          optional
        />
        <Button kind="primary" type="submit" wide pending={call.pending}>
          {t('member.record-save')}
        </Button>
      </form>
    </section>
  )
}
