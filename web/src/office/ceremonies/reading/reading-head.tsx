import { useLocale, useT } from '../../../i18n/context.tsx'
import { time } from '../../../i18n/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { said } from '../state-bar.tsx'
import { readingSizes, type ReadingLook } from './reading-look.ts'
import type { ReadingList } from './reading-queries.ts'
import { LunarDate } from '../../kit/format/lunar-date.tsx'

/** The loading state of the names: complete or not, when loaded (epoch milliseconds), and how to load again. */
export type Arrival = { whole: boolean; fetching: boolean; failed: boolean; at: number; again: () => void }

type Props = {
  list: ReadingList
  sitting: number
  onSitting: (sitting: number) => void
  count: number
  arrival: Arrival
  awake: boolean
  look: ReadingLook
  pinyinFailed: boolean
  onLook: (to: Partial<ReadingLook>) => void
  onClose: () => void
}

/** The title and sitting, the display settings, and whether the names are available offline. */
export function ReadingHead(props: Props) {
  const t = useT()
  const locale = useLocale()
  const { list, sitting, look, onLook } = props
  const size = readingSizes.indexOf(look.size)
  return (
    <div className="border-b border-current/25 px-4 py-2 sm:px-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <IconButton icon="close" dark={look.dark} big label={t('ceremonies.read-close')} onClick={props.onClose} />
        <div className="mr-auto min-w-0">
          <h2 id="reading-title" className="text-xl leading-snug">
            {list.title[locale]}
          </h2>
          <p className="font-names text-base">
            <LunarDate>{list.lunar}</LunarDate>
          </p>
        </div>
        {list.sittings.length > 1 && (
          <label>
            <span className="sr-only">{t('ceremonies.sittings')}</span>
            <select
              className="reading-field"
              value={sitting}
              onChange={(event) => props.onSitting(Number(event.target.value))}
            >
              {list.sittings.map(({ startsAt, place }, i) => (
                <option key={startsAt} value={i + 1}>
                  {[t('ceremonies.sitting-at', { no: i + 1, time: time(locale, startsAt) }), place[locale]]
                    .filter(Boolean)
                    .join(' · ')}
                </option>
              ))}
            </select>
          </label>
        )}
        <button
          type="button"
          className="reading-button"
          aria-pressed={look.pinyin}
          onClick={() => onLook({ pinyin: !look.pinyin })}
        >
          {t('ceremonies.read-pinyin')}
        </button>
        <button
          type="button"
          className="reading-button"
          aria-pressed={look.dark}
          onClick={() => onLook({ dark: !look.dark })}
        >
          {t('ceremonies.read-dark')}
        </button>
        <div className="flex gap-x-3">
          {(['smaller', 'larger'] as const).map((way) => {
            const to = readingSizes[size + (way === 'larger' ? 1 : -1)]
            return (
              <button
                key={way}
                type="button"
                className="reading-button"
                disabled={!to}
                onClick={() => to && onLook({ size: to })}
              >
                <Icon name={way === 'larger' ? 'plus' : 'minus'} />
                <span className="sr-only">{t(`ceremonies.read-${way}`)}</span>
              </button>
            )
          })}
        </div>
      </div>
      <Held {...props} />
    </div>
  )
}

/** Whether the names are available offline, and whether the screen stays on. */
function Held({ count, arrival, awake, look, pinyinFailed }: Props) {
  const t = useT()
  const locale = useLocale()
  const { whole, fetching, failed, at } = arrival
  const lost = failed && !fetching
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span role="status" className="flex items-center gap-1.5">
        <Icon name={lost ? 'warning' : whole ? 'check' : 'clock'} size={20} />
        {fetching
          ? t('ceremonies.read-loading', { count, shown: said(count) })
          : lost && whole
            ? t('ceremonies.read-again-failed', { time: time(locale, at) })
            : lost
              ? t('ceremonies.read-rest-failed', { count, shown: said(count) })
              : t('ceremonies.read-here', { count, shown: said(count), time: time(locale, at) })}
      </span>
      {!fetching && (
        <button type="button" className="touch underline underline-offset-4" onClick={arrival.again}>
          {t('ceremonies.read-again')}
        </button>
      )}
      <span>{t(awake ? 'ceremonies.read-awake' : 'ceremonies.read-sleeps')}</span>
      {look.pinyin && <span>{t(pinyinFailed ? 'ceremonies.read-pinyin-failed' : 'ceremonies.read-pinyin-help')}</span>}
    </p>
  )
}
