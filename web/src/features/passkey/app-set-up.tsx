import type { FormEvent } from 'react'
import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { toastFailure, useApi } from '../../forms/use-api.ts'
import { useTold, whyRefused } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Offer = components['schemas']['AccountTOTPOffer']
type Props = { offer: Offer; onDone: (codes: readonly string[] | undefined) => Promise<void> }

/** The QR code for the app, its key for who types it, and the first code, which proves that both agree. */
export function AppSetUp({ offer, onDone }: Props) {
  const t = useT()
  const [error, setError] = useTold()
  const call = useApi((code: string) => api.post('/api/member/factor/totp/finish', { body: { code } }))
  const inFours = offer.secret.replace(/(.{4})(?=.)/g, '$1 ')

  async function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.pending) return
    const field = event.currentTarget.elements.namedItem('code')
    const code = field instanceof HTMLInputElement ? field.value.replace(/[\s-]/g, '') : ''
    if (field instanceof HTMLInputElement) field.focus()
    if (!/^[\d０-９]{6}$/.test(code)) return setError({ key: 'factor.code-missing' })
    setError()
    const result = await call.run(code)
    if (!result) return
    if (result.status === 200) return onDone(result.value.codes ?? undefined)
    if (result.status === 400) return setError(whyRefused(result.body))
    toastFailure(result)
  }

  return (
    <div className="space-y-6">
      <div>
        <h3 className="text-xl">{t('factor.scan')}</h3>
        <svg
          viewBox={`0 0 ${offer.qr.size} ${offer.qr.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t('factor.qr-alt')}
          className="my-3 h-56 w-56 rounded-2xl bg-white"
        >
          <path d={offer.qr.path} fill="#000" />
        </svg>
        <p>
          <a href={offer.uri} className="link inline-block py-2">
            {t('factor.open-app')}
          </a>
        </p>
        <p className="mt-2 text-ink-2">{t('factor.by-hand')}</p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <span className="break-words rounded-2xl bg-paper-2 px-4 py-2 font-mono text-lg">{inFours}</span>
          <CopyButton text={offer.secret} of={t('factor.key')} />
        </p>
      </div>
      <form noValidate method="post" onSubmit={(event) => void finish(event)} className="space-y-4">
        <h3 className="text-xl">{t('factor.first-code')}</h3>
        <TextField
          name="code"
          label={t('factor.code')}
          hint={t('factor.code-hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-56 text-2xl tracking-[.3em]"
          error={error}
        />
        <Button type="submit" kind="primary" pending={call.pending}>
          {t('factor.finish')}
        </Button>
      </form>
    </div>
  )
}
