import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** What a banking app asks for or shows: payee, UEN and reference, with copy buttons where they must be typed. */
export function PayFacts({ reference }: { reference: string }) {
  const t = useT()
  const { site } = usePage()
  const rows = [
    ['payee', site.payee, false],
    ['uen', site.uen, true],
    ['reference', reference, true],
  ] as const
  return (
    <div>
      <dl className="divide-y divide-line rounded-2xl bg-paper px-4 py-0.5">
        {rows
          .filter(([, shown]) => shown)
          .map(([name, shown, copied]) => (
            <div key={name} className="flex min-h-12 flex-wrap items-center gap-x-3">
              <dt className="min-w-[5.2em] text-sm text-ink-2">{t(`checkout.${name}`)}</dt>
              <dd className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-2">
                <span className="py-1 font-bold wrap-anywhere">{shown}</span>
                {copied && <CopyButton plain text={shown} of={t(`checkout.${name}`)} />}
              </dd>
            </div>
          ))}
      </dl>
      <p className="mt-2 text-sm text-ink-2">{t('checkout.payee-check')}</p>
    </div>
  )
}
