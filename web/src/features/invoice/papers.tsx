import { useLocale, useT } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'

const languages = { en: ['en', 'zh', 'both'], zh: ['zh', 'en', 'both'] } as const satisfies Record<
  Locale,
  readonly string[]
>

type Props = {
  /** The URL of the PDF, without its language. */
  url: string
  kind: 'receipt' | 'paper'
}

/** A PDF in the page's language; the other language, and both in one, are in a collapsed section below. */
export function Papers({ url, kind }: Props) {
  const t = useT()
  const [own, ...others] = languages[useLocale()]
  const link = (language: (typeof others)[number], first: boolean) => (
    <a
      href={`${url}?language=${language}`}
      target="_blank"
      rel="noopener"
      className={kind === 'receipt' && first ? 'btn btn-1 w-full' : 'link inline-flex min-h-12 items-center gap-2'}
    >
      <Icon name="receipt" size={20} className="shrink-0" />
      {t(`invoice.${kind}-in-${language}`)}
    </a>
  )
  return (
    <div className="no-print">
      {link(own, true)}
      <details className="mt-1">
        <summary className="touch text-sm font-semibold text-ink-2 underline underline-offset-4">
          {t('invoice.other-languages')}
        </summary>
        <ul>
          {others.map((language) => (
            <li key={language}>{link(language, false)}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}
