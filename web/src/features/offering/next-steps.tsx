import { useT } from '../../i18n/context.tsx'

/** What happens after an order, in three steps; memorial tablets have their own texts. */
export function NextSteps({ memorial, names }: { memorial: boolean; names: boolean }) {
  const t = useT()
  const last = memorial ? 'memorial' : names ? 'blessing' : 'gift'
  const steps = names ? (['pay', 'check', last] as const) : (['pay', last] as const)
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-2xl">
        {t('offering.next-title')}
      </h2>
      <ol className="ml-2 mt-4 border-l-2 border-gold pl-6">
        {steps.map((step) => (
          <li key={step} className="relative pb-5 last:pb-0">
            <span
              className="absolute -left-[2.05rem] top-1.5 h-4 w-4 rounded-full bg-paper shadow-[inset_0_0_0_4px_var(--color-gold)]"
              aria-hidden="true"
            />
            <p className="text-lg font-bold">{t(`offering.next-${step}`)}</p>
            <p className="text-ink-2">{t(`offering.next-${step}-text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
