import { useCallback, useId } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { date } from '../../../../i18n/format.ts'
import { Picture } from '../../../../ui/art/picture.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { recordColumns, RecordRow } from '../../list/record-row.tsx'
import type { Summary } from '../../record-queries.ts'

const types = [101, 102] as const

type Props = {
  /** Cards before offerings, in the server's order. */
  items: readonly Summary[]
  now: number
  onMove?: (from: number, to: number) => void
}

/** The banners as on the home page: cards, and offering banners, each sortable within its group. */
export function BannerRows({ items, now, onMove }: Props) {
  return (
    <div className="space-y-6">
      {types.map((type) => {
        const rows = items.filter(({ banner }) => banner?.type === type)
        const first = items.findIndex(({ banner }) => banner?.type === type)
        return rows.length > 0 && <Group key={type} type={type} rows={rows} first={first} now={now} onMove={onMove} />
      })}
    </div>
  )
}

type GroupProps = Omit<Props, 'items'> & { type: (typeof types)[number]; rows: readonly Summary[]; first: number }

function Group({ type, rows, first, now, onMove }: GroupProps) {
  const t = useT()
  const list = useId()
  const move = useCallback((from: number, to: number) => onMove?.(first + from, first + to), [first, onMove])
  return (
    <section className="card overflow-hidden" aria-labelledby={list}>
      <div className="px-5 pt-5 pb-3">
        <h2 id={list} className="text-xl">
          {t(`records-banner.banners-${type}`)}
        </h2>
        <p className="text-ink-2">{t(`records-banner.banners-${type}-text`)}</p>
      </div>
      <div
        aria-hidden="true"
        className={`grid gap-x-3 border-t border-line bg-paper-2 px-5 py-3 font-bold text-ink-2 max-lg:hidden ${recordColumns(false)}`}
      >
        <span>{t('records.column-banner')}</span>
        <span>English</span>
        <span lang="zh-Hans">中文</span>
        <span>{t('records-banner.column-shown')}</span>
        {onMove && <span className="pl-3">{t('records.column-move')}</span>}
      </div>
      <ol className="divide-y divide-line">
        {rows.map((one, i) => (
          <RecordRow
            key={one.id}
            record={one}
            list={list}
            at={i}
            count={rows.length}
            onMove={onMove && move}
            look={<Look banner={one.banner} />}
            last={<Shown banner={one.banner} now={now} />}
          />
        ))}
      </ol>
    </section>
  )
}

type Banner = Summary['banner']

/** A miniature of the banner. Its text is beside it. */
function Look({ banner }: { banner: Banner }) {
  return (
    <span className="block aspect-[4/3] w-20 shrink-0 overflow-hidden rounded-2xl bg-paper-2">
      <Picture art={banner?.art ?? ''} photo={banner?.photo} />
    </span>
  )
}

const day = 86_400_000

/** When visitors see it: always, from a day, until a day, or as long as its link target is available. */
function Shown({ banner, now }: { banner: Banner; now: number }) {
  const t = useT()
  const locale = useLocale()
  const from = banner?.from ? Date.parse(banner.from) : 0
  const until = banner?.until ? Date.parse(banner.until) : 0
  const waits = Math.ceil((from - now) / day)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="sr-only">{t('records-banner.column-shown')}: </span>
      {from > now && <span>{t('records-banner.shown-from', { day: date(locale, from, 'day') })}</span>}
      {until > 0 && <span>{t('records-banner.shown-until', { day: date(locale, until - day / 2, 'day') })}</span>}
      {banner?.with && <span>{t('records-banner.shown-with')}</span>}
      {from <= now && until === 0 && !banner?.with && <span>{t('records-banner.shown-always')}</span>}
      {from > now && (
        <Badge tone="wait" icon="clock" size="low">
          {t('records-banner.shown-soon', { count: waits })}
        </Badge>
      )}
      {until > 0 && until <= now && (
        <Badge tone="act" icon="warning" size="low">
          {t('records-banner.shown-over')}
        </Badge>
      )}
    </span>
  )
}
