import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, type Value } from '../../../../api/client.ts'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { date, openHours, sgt, weekday } from '../../../../i18n/format.ts'
import { languageTag } from '../../../../i18n/messages.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Card } from '../../../kit/layout/card.tsx'
import { Loaded } from '../../../kit/query/loaded.tsx'
import { valueOf } from '../../../kit/session/session-gate.ts'
import { LanguageMark } from '../../frame/language-state.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { languages } from '../../record-queries.ts'
import { LunarDate } from '../../../kit/format/lunar-date.tsx'

type Reading = Value<'/api/admin/record/{id}/opening', 'get'>

/**
 * A preview of the draft's opening hours: the next days, in the header, on the contact page, and for search engines.
 */
export function HowItReads({ work }: { work: RecordWork }) {
  const { record, rev } = work
  const query = useQuery({
    queryKey: ['opening-reads', record.id, rev],
    queryFn: () => valueOf(() => api.get('/api/admin/record/{id}/opening', { params: { id: record.id } })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <Loaded query={query} lines={6}>
      {(reading) => (
        <div className="grid items-start gap-5 lg:grid-cols-2 xl:grid-cols-1">
          <NextDays days={reading.days} />
          <Sentences reading={reading} />
        </div>
      )}
    </Loaded>
  )
}

function NextDays({ days }: { days: Reading['days'] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card title={t('records-place.next-days')}>
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4 xl:grid-cols-2">
        {days.map((day, i) => (
          <li
            key={day.date}
            className={`rounded-2xl p-2 text-center ${i === 0 ? 'bg-lacquer text-gold-1' : /月初一$|月十五$/.test(day.lunar) ? 'bg-gold-1' : 'bg-paper-2'}`}
          >
            <p>
              {weekday(locale, day.date)} <strong>{sgt(day.date).day}</strong>
            </p>
            <p className="text-sm">
              <LunarDate>{day.lunar}</LunarDate>
            </p>
            <p className="text-sm font-semibold break-keep">
              {openHours(locale, day.hours) ||
                t(day.closed ? 'records-place.reads-closed' : 'records-place.reads-nothing')}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Sentences({ reading }: { reading: Reading }) {
  const t = useT()
  const locale = useLocale()
  const { header, contact, stray, lunarDay, weekly, special } = reading
  return (
    <Card title={t('records-place.how-it-reads')}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
        {languages.map((language) => (
          <section key={language} aria-label={t(`records-place.reads-${language}`)}>
            <LanguageMark language={language} />
            <div lang={languageTag[language]} className="mt-2">
              <p className="font-bold">{openHours(language, header[language]) || '–'}</p>
              <p className="whitespace-pre-line">{contact[language]}</p>
            </div>
          </section>
        ))}
      </div>
      {stray.length > 0 && (
        <p role="status" className="mt-3 flex gap-2 rounded-2xl border-l-4 border-gold-7 bg-gold-1 p-3">
          <Icon name="warning" className="shrink-0 text-gold-7" />
          <span>{t('records-place.reads-stray', { times: stray.join(' · ') })}</span>
        </p>
      )}
      {lunarDay && (
        <p className="mt-3">
          {t('records-place.reads-lunar', {
            date: date(locale, lunarDay.date, 'short'),
            hours: openHours(locale, lunarDay.hours),
          })}{' '}
          <LunarDate>{lunarDay.lunar}</LunarDate>
        </p>
      )}
      <h3 className="mt-4 font-sans font-bold">{t('records-place.reads-search')}</h3>
      {weekly.length + special.length === 0 && <p>{t('records-place.reads-nothing')}</p>}
      <ul className="text-sm">
        {weekly.map((one) => (
          <li key={`${one.opens} ${one.closes}`}>
            {one.days?.length === 7
              ? t('records-place.opening-on-every')
              : one.days?.map((day) => t(`records-place.reads-${day}`)).join(', ')}
            {`: ${one.opens} – ${one.closes}`}
          </li>
        ))}
        {special.slice(0, 6).map((one) => (
          <li key={one.date}>
            {one.date && date(locale, one.date, 'short')}
            {': '}
            {one.opens === one.closes ? t('records-place.reads-closed') : `${one.opens} – ${one.closes}`}
          </li>
        ))}
      </ul>
      {special.length > 6 && (
        <p className="text-sm text-ink-2">{t('records-place.reads-more', { count: special.length - 6 })}</p>
      )}
      <p className="mt-3 text-sm text-ink-2">
        {t('records-place.reads-words')}{' '}
        <Link href="/words" className="link">
          {t('office.area-words')}
        </Link>
      </p>
    </Card>
  )
}
