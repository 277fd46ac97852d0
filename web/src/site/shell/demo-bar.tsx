import { useT } from '../../i18n/context.tsx'

/**
 * Shows on every page of a demonstration what it is, and where its e-mails and SMS can be read; on phones the status
 * strip does.
 */
export function DemoBar() {
  const t = useT()
  return (
    <aside aria-label={t('common.demo')} className="no-print hidden bg-gold-3 text-lacquer sm:block">
      <p className="wrap py-1.5 text-center text-sm font-semibold">
        {t('common.demo-text')}{' '}
        <a href="/demo/outbox" className="inline-block py-0.5 underline underline-offset-4" data-reload>
          {t('common.demo-outbox')}
        </a>
      </p>
    </aside>
  )
}
