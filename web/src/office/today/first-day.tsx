import { useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { stepNumber } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { EndPractice } from '../kit/act/end-practice.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { OtherLanguage } from './other-language.tsx'

const steps = ['open', 'change', 'publish'] as const

/** Three steps on the user's practice page, which is never published. Can be dismissed for good. */
export function FirstDay({ opened }: { opened: boolean }) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const begin = useActOnce(
    (_: Record<string, never>, idempotencyKey) => api.post('/api/admin/practice', { idempotencyKey }),
    ({ record }) => navigate(`/pages/${record}`),
    'records',
  )
  return (
    <section className="mb-6 rounded-card bg-gold-1 p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">{t('today.first')}</h2>
        <EndPractice words={t('today.first-known')} onDone={() => undefined} />
      </div>
      <ol className="mb-4 grid gap-3 sm:grid-cols-3">
        {steps.map((what, i) => (
          <li
            key={what}
            className={`rounded-2xl bg-card p-4 ${(i === 0) === !opened && i < 2 ? 'ring-2 ring-cinnabar' : ''}`}
          >
            <h3 className="mb-1 flex items-center gap-2 font-sans font-bold">
              <span aria-hidden="true" className="font-display text-xl text-cinnabar">
                {stepNumber(locale, i + 1)}
              </span>
              {t(`today.first-${what}`)}
            </h3>
            <p className="text-ink-2">{t(`today.first-${what}-text`)}</p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" icon="edit" pending={begin.pending} onClick={() => void begin.send({})}>
          {t('today.first-go')}
        </Button>
        <OtherLanguage />
      </div>
      <ActState act={begin} />
    </section>
  )
}
