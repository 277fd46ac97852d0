import type { PageData } from '../../site/router/payload.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { localized } from '../../site/router/route.ts'
import { Picture } from '../../ui/art/picture.tsx'
import { Icon } from '../../ui/icon.tsx'

export const cardBanner = 101
export const serviceBanner = 102

export type Banner = PageData['home']['banners'][number]

/** Small banners in a row. */
export function CardBanners(props: { banners: readonly Banner[] }) {
  const t = useT()
  if (props.banners.length === 0) return null
  return (
    <section className="wrap mt-6" aria-label={t('home.notices')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] gap-4">
        {props.banners.map((banner) => (
          <li
            key={banner.title}
            className="card relative flex items-center gap-4 overflow-hidden p-3 pr-5 hover:shadow-lift"
          >
            <div className="h-20 w-20 shrink-0 overflow-hidden rounded-2xl">
              <Picture art={banner.art} photo={banner.photo} />
            </div>
            <div className="min-w-0">
              <p className="text-lg font-bold leading-snug">
                <BannerLink banner={banner} />
              </p>
              <p className="text-sm leading-snug text-ink-2">{banner.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Banners that invite to offerings, on a lacquer-red background. */
export function ServiceBanners(props: { banners: readonly Banner[] }) {
  const t = useT()
  if (props.banners.length === 0) return null
  return (
    <section className="wrap mt-6" aria-label={t('home.invitations')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] gap-4">
        {props.banners.map((banner) => (
          <li
            key={banner.title}
            className="card lattice relative flex items-stretch overflow-hidden !bg-lacquer-2 text-gold-1 transition hover:shadow-lift"
          >
            <div className="relative w-[min(7rem,24vw)] shrink-0">
              <div className="absolute inset-0">
                <Picture art={banner.art} photo={banner.photo} />
              </div>
            </div>
            <div className="min-w-0 grow self-center py-6 pl-[min(1.25rem,4vw)] pr-3">
              <h3 className="text-[min(1.3125rem,6vw)] text-gold-3">
                <BannerLink banner={banner} />
              </h3>
              <p className="mt-1 text-sm">{banner.text}</p>
            </div>
            {banner.href && <Icon name="arrow" className="mr-4 hidden shrink-0 self-center text-gold-3 sm:block" />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function BannerLink(props: { banner: Banner }) {
  const locale = useLocale()
  const { href, title } = props.banner
  if (!href) return title
  return (
    <a href={localized(locale, href)} className="card-link">
      {title}
    </a>
  )
}
