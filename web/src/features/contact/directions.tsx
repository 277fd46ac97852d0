import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { TempleMap } from '../../ui/art/temple-map.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { mapUrl, type Contact } from './contact.ts'

/** Directions to the temple: a drawn map, a text, and links to map apps. */
export function Directions({ contact }: { contact: Contact }) {
  const t = useT()
  const { site, locale } = usePage()
  return (
    <section
      id="way"
      className="card mt-10 scroll-mt-28 grid overflow-hidden lg:mt-14 lg:grid-cols-2"
      aria-labelledby="way-title"
    >
      <div className="relative min-h-80">
        <TempleMap alt={t('common.map-alt')} note={contact.directions} />
      </div>
      <div className="p-5 sm:p-10">
        <h2 id="way-title" className="text-3xl">
          {t('contact.way-title')}
        </h2>
        {contact.way && (
          <div
            className="prose mt-4"
            lang={contact.way.otherLanguage ? (locale === 'zh' ? 'en-SG' : 'zh-Hans') : undefined}
            // oxlint-disable-next-line react/no-danger -- internal/base/markup sanitises it when stored and when served
            dangerouslySetInnerHTML={{ __html: deepen(contact.way.html) }}
          />
        )}
        <p className="mt-7 flex flex-wrap gap-3">
          <a className={buttonClass('plain')} href={mapUrl(site.address)} target="_blank" rel="noopener">
            <Icon name="pin" />
            {t('contact.open-map')}
          </a>
          <Link to="find-my-lamp" className={buttonClass('plain')}>
            <Icon name="lamp" />
            {t('common.find-my-lamp')}
          </Link>
        </p>
      </div>
    </section>
  )
}

/** Moves the headings of the text one level down, because it is nested in this section here. */
function deepen(html: string): string {
  return html.replace(/<(\/?)h2\b/g, '<$1h3')
}
