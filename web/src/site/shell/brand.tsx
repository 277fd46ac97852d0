import { useLocale } from '../../i18n/context.tsx'
import { usePage } from '../router/payload.tsx'

/** The temple's two names, Chinese above; on Chinese pages the second line is omitted if both are equal. */
export function Brand(props: { light?: boolean }) {
  const locale = useLocale()
  const { site } = usePage()
  return (
    <span className="whitespace-nowrap leading-tight">
      <span
        className={`block font-kai text-[min(1.65rem,7.2vw)] font-bold leading-none tracking-[.08em] ${props.light ? 'text-gold-3' : ''}`}
        lang="zh-Hans"
      >
        {site.chineseName}
      </span>
      {(locale === 'en' || site.templeName !== site.chineseName) && (
        <span
          className={`mt-1 block text-[min(.875rem,3.6vw)] font-semibold leading-none ${props.light ? '' : 'text-ink-2'}`}
        >
          {site.templeName}
        </span>
      )}
    </span>
  )
}
