import { Almanac } from '../features/home/almanac.tsx'
import { CardBanners, cardBanner, serviceBanner, ServiceBanners } from '../features/home/banners.tsx'
import { EventList } from '../features/home/event-list.tsx'
import { Hero } from '../features/home/hero.tsx'
import { Steps } from '../features/home/steps.tsx'
import { Tasks } from '../features/home/tasks.tsx'
import { Visit } from '../features/home/visit.tsx'
import { OfferingCard } from '../features/offering/offering-card.tsx'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePageData } from '../site/router/payload.tsx'
import { Icon } from '../ui/icon.tsx'

export default function HomePage() {
  const t = useT()
  const home = usePageData('home')
  if (!home) return <Hero />
  // The first card banner is shown over the hero picture.
  const [invitation, ...cards] = home.banners.filter((banner) => banner.type === cardBanner)
  return (
    <>
      <Hero banner={invitation} />
      <section className="wrap relative z-10 -mt-4 lg:-mt-12" aria-label={t('home.tasks')}>
        <div className="grid gap-4 lg:grid-cols-[1fr_20rem]">
          <Tasks />
          <Almanac today={home.today} />
        </div>
      </section>
      <CardBanners banners={cards} />
      {home.offerings.length > 0 && (
        <section className="wrap mt-16 lg:mt-24" aria-labelledby="offerings-title">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <div>
              <p className="eyebrow">{t('common.blessing-service')}</p>
              <h2 id="offerings-title" className="mt-2 text-3xl lg:text-4xl">
                {t('home.offerings-title')}
              </h2>
            </div>
            <Link to="blessing-service" className="link touch gap-1.5">
              {t('home.all-offerings')}
              <Icon name="arrow" size={20} />
            </Link>
          </div>
          <ul className="mt-7 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
            {home.offerings.map((offering) => (
              <li key={offering.id}>
                <OfferingCard offering={offering} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ServiceBanners banners={home.banners.filter((banner) => banner.type === serviceBanner)} />
      <EventList events={home.events} />
      <Steps />
      <Visit hours={home.hours} directions={home.directions} />
    </>
  )
}
