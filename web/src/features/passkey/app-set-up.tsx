import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { formText } from '../../forms/form-text.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Offer = components['schemas']['FactorOffer']
type Props = { offer: Offer; onDone: (codes: readonly string[] | undefined) => Promise<void> }

/** The QR code for the app, its key for typing, and a field for the first code, which proves that both agree. */
export function AppSetUp({ offer, onDone }: Props) {
  const t = useT()
  const form = useForm({
    read: (typed) => formText(typed, 'code').replace(/[\s-]/g, ''),
    check: (code) => (/^[\d０-９]{6}$/.test(code) ? [] : [{ id: 'code', key: 'factor.code-missing' }]),
    send: (code) => api.post('/api/member/factor/totp/finish', { body: { code } }),
    control: () => 'code',
    done: ({ codes }) => onDone(codes ?? undefined),
    summary: false,
  })
  const inFours = offer.secret.replace(/(.{4})(?=.)/g, '$1 ')

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
      <form noValidate method="post" onSubmit={form.onSubmit} className="space-y-4">
        <h3 className="text-xl">{t('factor.first-code')}</h3>
        <TextField
          name="code"
          label={t('factor.code')}
          hint={t('factor.code-hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-56 text-2xl tracking-[.3em]"
          error={form.errorOf('code')}
        />
        <Button type="submit" kind="primary" pending={form.pending}>
          {t('factor.finish')}
        </Button>
      </form>
    </div>
  )
}
