import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { TempleMap } from '../../ui/art/temple-map.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** Opening hours, address and phone number beside the map. */
export function Visit(props: { hours: string; directions: string }) {
  const t = useT()
  const { site } = usePage()
  const rows: [IconName, string, string][] = [
    ['clock', t('home.hours'), props.hours],
    ['pin', t('common.field.address'), site.address],
  ]
  return (
    <section id="visit" className="wrap mt-16 lg:mt-24" aria-labelledby="visit-title">
      <div className="card grid overflow-hidden md:grid-cols-2">
        <div className="p-6 sm:p-10">
          <p className="eyebrow">{t('common.contact-title')}</p>
          <h2 id="visit-title" className="mt-2 text-3xl">
            {t('home.visit-title')}
          </h2>
          <dl className="mt-6 space-y-4 text-lg">
            {rows.flatMap(([icon, name, text]) =>
              text
                ? [
                    <div key={icon} className="relative pl-15">
                      <dt className="font-bold">
                        <Disc icon={icon} />
                        {name}
                      </dt>
                      <dd className="whitespace-pre-line text-ink-2">{text}</dd>
                    </div>,
                  ]
                : [],
            )}
            {site.phone && (
              <div className="relative pl-15">
                <dt className="font-bold">
                  <Disc icon="phone" />
                  {t('home.phone')}
                </dt>
                <dd>
                  <a className="link" href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>
                    {site.phone}
                  </a>
                </dd>
              </div>
            )}
          </dl>
          <Link to="contact-us" hash="way" className="btn btn-1 mt-7">
            {t('home.get-directions')}
          </Link>
        </div>
        <div className="relative min-h-72">
          <TempleMap alt={t('common.map-alt')} note={props.directions} />
        </div>
      </div>
    </section>
  )
}

function Disc({ icon }: { icon: IconName }) {
  return (
    <span className="absolute left-0 top-0.5 grid h-11 w-11 place-items-center rounded-full bg-jade-1 text-jade">
      <Icon name={icon} />
    </span>
  )
}
