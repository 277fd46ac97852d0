import { useT } from '../../i18n/context.tsx'
import { usePage } from '../../page/payload.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Picture } from '../../ui/art/picture.tsx'

/** Hours, address, telephone and the way. */
export function Visit(props: { hours: string; directions: string }) {
  const t = useT()
  const { site } = usePage()
  const rows: [IconName, string, string][] = [
    ['clock', t('home.hours'), props.hours],
    ['pin', t('home.address'), site.address],
    ['home', t('home.directions'), props.directions],
  ]
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(site.address)}`
  return (
    <section id="visit" className="wrap mt-16 lg:mt-24" aria-labelledby="visit-title">
      <div className="card grid overflow-hidden md:grid-cols-2">
        <div className="p-6 sm:p-10">
          <p className="eyebrow">{t('common.visit-us')}</p>
          <h2 id="visit-title" className="mt-2 text-3xl">
            {t('home.visit-title')}
          </h2>
          <dl className="mt-6 space-y-4 text-lg">
            {rows.map(([icon, name, text]) => (
              <div key={icon} className="relative pl-15">
                <dt className="font-bold">
                  <span className="absolute left-0 top-0.5 grid h-11 w-11 place-items-center rounded-full bg-jade-1 text-jade">
                    <Icon name={icon} />
                  </span>
                  {name}
                </dt>
                <dd className="whitespace-pre-line text-ink-2">{text}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-7 flex flex-wrap gap-3">
            <a className={buttonClass('primary')} href={map} target="_blank" rel="noopener noreferrer">
              <Icon name="pin" />
              {t('home.show-map')}
            </a>
            <a className={buttonClass('plain')} href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>
              <Icon name="phone" />
              {site.phone}
            </a>
          </div>
        </div>
        <div className="relative min-h-80">
          <div className="absolute inset-0">
            <Picture art="gate" />
          </div>
        </div>
      </div>
    </section>
  )
}
