import { useLocale, useT } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'

const languages = { en: ['en', 'zh', 'both'], zh: ['zh', 'en', 'both'] } as const satisfies Record<
  Locale,
  readonly string[]
>

type Props = {
  /** Of the PDF, without its language. */
  url: string
  kind: 'receipt' | 'paper'
}

/** One paper in English, Chinese or both: the page's own language first. */
export function Papers({ url, kind }: Props) {
  const t = useT()
  return (
    <ul className="no-print space-y-2">
      {languages[useLocale()].map((language, i) => (
        <li key={language}>
          <a
            href={`${url}?language=${language}`}
            target="_blank"
            rel="noopener"
            className={
              kind === 'receipt'
                ? `btn w-full ${i === 0 ? 'btn-1' : 'btn-2'}`
                : 'link inline-flex min-h-12 items-center gap-2'
            }
          >
            <Icon name="receipt" size={20} className="shrink-0" />
            {t(`invoice.${kind}-in-${language}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
