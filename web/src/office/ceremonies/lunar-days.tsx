import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { sourcesQuery } from './ceremony-queries.ts'
import { runningOn, type TypedCeremony } from './ceremony-typed.ts'
import { LunarDate } from '../kit/format/lunar-date.tsx'

/** The next lunar days 1 and 15: one click fills in the form for such a day's running list. */
export function LunarDays(props: { typed: TypedCeremony; onChoose: (typed: TypedCeremony) => void }) {
  const t = useT()
  const locale = useLocale()
  const { data } = useQuery(sourcesQuery)
  if (!data || data.days.length === 0) return null
  return (
    <section aria-labelledby="lunar-days">
      <h3 id="lunar-days" className="font-sans font-semibold">
        {t('ceremonies.lunar-days')}
      </h3>
      <p className="mt-2 flex flex-wrap gap-2">
        {data.days.map(({ day, lunar, first }) => (
          <Button key={day} icon="calendar" onClick={() => props.onChoose(runningOn(props.typed, day, first))}>
            <span>
              <LunarDate>{lunar}</LunarDate> · {date(locale, day, 'short')}
            </span>
          </Button>
        ))}
      </p>
    </section>
  )
}
