import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Place } from '../kit/pictures/picture-queries.ts'

/** Why no picture is shown, and what to do: empty library, no results, or nothing left to do. */
export function NoPictures(props: { place: Place; onAll: () => void }) {
  const t = useT()
  const { q, show } = props.place
  if (!q && show === 'all') return <EmptyState art="hall" title={t('pictures.none')} text={t('pictures.none-text')} />
  const done = show === 'unused' ? 'unused' : 'undescribed'
  return (
    <EmptyState
      art="hall"
      title={t(q ? 'office.none-found' : `pictures.none-${done}`)}
      text={t(q ? 'pictures.none-found-text' : `pictures.none-${done}-text`)}
    >
      <Button onClick={props.onAll}>{t('pictures.see-all')}</Button>
    </EmptyState>
  )
}
