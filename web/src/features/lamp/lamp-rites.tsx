import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/art/picture.tsx'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import type { Rite } from './lamp.ts'

/** Upcoming and past rites of a lamp, latest first. */
export function LampRites({ lamp, rites }: { lamp: string; rites: readonly Rite[] }) {
  const t = useT()
  return (
    <TitledPanel id={`rites-${lamp}`} title={t('lamp.rites-title')}>
      {rites.length === 0 ? (
        <p className="text-ink-2">{t('lamp.rites-none')}</p>
      ) : (
        <ol className="space-y-4">
          {rites.map((rite) => (
            <RiteLine key={`${rite.at} ${rite.title.en}`} rite={rite} />
          ))}
        </ol>
      )}
    </TitledPanel>
  )
}

function RiteLine({ rite }: { rite: Rite }) {
  const t = useT()
  const locale = useLocale()
  const { done, photo } = rite
  const title = [rite.title[locale], rite.place[locale]].filter(Boolean).join(' · ')
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className={`grid h-8 w-8 shrink-0 place-items-center rounded-full ${done ? 'bg-jade text-white' : 'bg-gold-1 text-gold-7'}`}
      >
        <Icon name={done ? 'check' : 'clock'} size={18} />
      </span>
      <div className="min-w-0 grow">
        <p className="font-bold">
          {done ? t('lamp.rite-done', { date: date(locale, done, 'short') }) : dateTime(locale, rite.at)}
          {rite.lunar && ` · ${rite.lunar}`}
        </p>
        <p className="text-ink-2">{done ? title : t('lamp.rite-coming', { title })}</p>
        {photo && (
          <a href={photo.src} target="_blank" rel="noopener" className="link mt-2 block">
            <span className="block h-40 overflow-hidden rounded-2xl">
              <Picture art="incense" photo={photo} described />
            </span>
            {t('lamp.see-photo')}
          </a>
        )}
      </div>
    </li>
  )
}
