import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Today } from './today-queries.ts'

type Step = Today['steps'][number]['what']

const ways: Record<Step, string> = {
  temple: '/contact#reach',
  hours: '/contact',
  policies: '/pages?kind=policy',
  pages: '/pages',
  paynow: '/settings#group-paynow',
  category: '/offerings?kind=category',
  form: '/forms',
  offering: '/offerings',
  order: '/walk-in',
  payment: '/counter',
}

/** The steps from an empty temple to its first payment, with the next one marked. */
export function SetUp({ steps }: { steps: Today['steps'] }) {
  const t = useT()
  const next = steps.find(({ done }) => !done)?.what
  return (
    <section className="mb-6 rounded-card bg-gold-1 p-5">
      <h2 className="mb-1 text-xl">{t('today.set-up')}</h2>
      <p className="mb-4 text-ink-2">{t('today.set-up-text')}</p>
      <ol className="space-y-3">
        {steps.map(({ what, done }, i) => (
          <li
            key={what}
            className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-card p-4 ${what === next ? 'ring-2 ring-cinnabar' : ''}`}
          >
            <span
              className={`grid size-9 shrink-0 place-items-center rounded-full font-bold ${done ? 'bg-jade text-card' : 'bg-paper-2'}`}
            >
              {done ? <Icon name="check" size={20} /> : i + 1}
            </span>
            <div className="min-w-0 grow basis-56">
              <h3 className="font-sans font-bold">
                {t(`today.step-${what}`)}
                {done && <span className="sr-only">, {t('today.step-done')}</span>}
              </h3>
              <p className="text-sm text-ink-2">{t(`today.step-${what}-text`)}</p>
            </div>
            <Link
              href={ways[what]}
              aria-label={t(done ? 'today.step-look' : 'today.step-go', { step: t(`today.step-${what}`) })}
              className={buttonClass(what === next ? 'primary' : 'plain')}
            >
              {t(done ? 'office.view' : 'today.go')}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
