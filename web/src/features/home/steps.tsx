import { useLocale, useT } from '../../i18n/context.tsx'
import { stepNumber } from '../../i18n/format.ts'

const steps = [
  { title: 'home.step-1-title', text: 'home.step-1-text' },
  { title: 'home.step-2-title', text: 'home.step-2-text' },
  { title: 'home.step-3-title', text: 'home.step-3-text' },
] as const

/** How ordering works, in three steps. */
export function Steps() {
  const t = useT()
  const locale = useLocale()
  return (
    <section className="wrap mt-16 lg:mt-24" aria-labelledby="steps-title">
      <p className="eyebrow">{t('home.steps')}</p>
      <h2 id="steps-title" className="mt-2 text-3xl lg:text-4xl">
        {t('home.steps-title')}
      </h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3">
        {steps.map(({ title, text }, i) => (
          <li key={title} className="relative flex gap-5 md:block">
            <span
              className={`relative z-10 grid h-16 w-16 shrink-0 place-items-center rounded-full bg-card text-3xl font-bold text-cinnabar shadow-[inset_0_0_0_2px_var(--color-gold),0_6px_16px_-8px_rgb(74_27_20/.4)] ${locale === 'zh' ? 'font-kai' : 'font-figures'}`}
              aria-hidden="true"
            >
              {stepNumber(locale, i + 1)}
            </span>
            {i < steps.length - 1 && (
              <span
                className="absolute left-20 right-[-1rem] top-8 hidden border-t-2 border-dashed border-gold md:block"
                aria-hidden="true"
              />
            )}
            <div className="min-w-0 md:mt-5">
              <h3 className="text-2xl">{t(title)}</h3>
              <p className="mt-1.5 max-w-xs text-lg text-ink-2">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
