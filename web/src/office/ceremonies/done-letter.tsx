import { useT } from '../../i18n/context.tsx'

type InBoth = { en: string; zh: string }

/** The text for the families, in both languages, for e-mail and SMS. */
export function DoneLetter({ letter, text }: { letter: InBoth; text: InBoth }) {
  const t = useT()
  return (
    <details className="rounded-2xl bg-paper-2 p-4">
      <summary className="cursor-pointer font-semibold">{t('ceremonies.done-letter')}</summary>
      {(
        [
          ['done-letter-mail', letter],
          ['done-letter-sms', text],
        ] as const
      ).map(([word, said]) => (
        <section key={word} className="mt-4">
          <h3 className="font-sans text-base font-semibold">{t(`ceremonies.${word}`)}</h3>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            {(['en', 'zh'] as const).map((language) => (
              <p
                key={language}
                lang={language === 'zh' ? 'zh-Hans' : 'en'}
                className="rounded-xl bg-card p-4 text-sm whitespace-pre-line wrap-anywhere"
              >
                {said[language].replace(/\n{3,}/g, '\n\n')}
              </p>
            ))}
          </div>
        </section>
      ))}
    </details>
  )
}
