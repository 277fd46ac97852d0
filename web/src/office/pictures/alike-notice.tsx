import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Thumb } from '../kit/pictures/thumb.tsx'
import type { UploadedPicture } from '../kit/pictures/use-uploads.ts'

/** Warns that a new picture looks like an existing one, and may be an unintended duplicate. */
export function AlikeNotice({ uploaded, onDone }: { uploaded: UploadedPicture; onDone: () => void }) {
  const t = useT()
  return (
    <Notice kind="warning" role="status" title={t('pictures.alike', { name: uploaded.picture.name })}>
      <p>{t('pictures.alike-text')}</p>
      <ul className="my-3 flex flex-wrap gap-3">
        {uploaded.alike.map((picture) => (
          <li key={picture.id} className="w-32">
            <Thumb picture={picture} />
            <Link href={`/pictures/${picture.id}`} className="link block truncate font-semibold">
              {picture.name}
            </Link>
          </li>
        ))}
      </ul>
      <Button onClick={onDone}>{t('pictures.alike-keep')}</Button>
    </Notice>
  )
}
