import { useLocale } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'

/** A title in both languages, the reader's own first. */
export function BothTitles({ title }: { title: { en: string; zh: string } }) {
  const order = useLocale() === 'zh' ? (['zh', 'en'] as const) : (['en', 'zh'] as const)
  return order.map(
    (one) =>
      title[one] && (
        <span key={one} lang={languageTag[one]}>
          {title[one]}
        </span>
      ),
  )
}
