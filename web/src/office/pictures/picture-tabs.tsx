import { useT } from '../../i18n/context.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { shows, type Pictures, type Place } from '../kit/pictures/picture-queries.ts'

type Props = { place: Place; first: Pictures | undefined; searchOf: (place: Place) => string }

/** All pictures, those without a description, unused ones; each with its number. */
export function PictureTabs({ place, first, searchOf }: Props) {
  const t = useT()
  const counts = { all: 0, undescribed: first?.undescribed ?? 0, unused: first?.unused ?? 0 }
  return (
    <ListTabs
      label={t('pictures.tabs')}
      tabs={shows.map((show) => ({
        id: show,
        text: t(`pictures.show-${show}`),
        to: `/pictures${searchOf({ ...place, show })}`,
        here: show === place.show,
        count: counts[show] || undefined,
        loud: show === 'undescribed',
      }))}
    />
  )
}
