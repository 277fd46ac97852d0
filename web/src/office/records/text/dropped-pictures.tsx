import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useLatest } from '../../../lib/use-latest.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Place } from '../../kit/editor/dropped.ts'
import { lacking } from '../../kit/pictures/picture-queries.ts'
import { PictureWords } from '../../kit/pictures/picture-words.tsx'
import { Thumb } from '../../kit/pictures/thumb.tsx'
import { UploadStrip } from '../../kit/pictures/upload-strip.tsx'
import { useUploads, type UploadedPicture } from '../../kit/pictures/use-uploads.ts'

/** Files that were dropped or pasted into a text together. */
export type Dropped = { files: readonly File[]; place: Place }

type Asked = { uploaded: UploadedPicture; place: Place }

const address = (id: string) => `/media/${id}`

/**
 * Uploads files from a text to the library. Each picture is inserted when uploaded; then descriptions are asked for one
 * by one, and similar library pictures are offered instead. Refused files show the reason and can be retried.
 */
export function DroppedPictures({ dropped }: { dropped: readonly Dropped[] }) {
  const t = useT()
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const places = useRef(new WeakMap<File, Place>())
  const taken = useRef(0)
  const uploads = useUploads((uploaded, file) => {
    const place = places.current.get(file)
    if (!place?.put(address(uploaded.picture.id))) return // the text is gone; the picture stays in the library
    if (lacking(uploaded.picture).length > 0 || uploaded.alike.length > 0)
      setAsked((before) => [...before, { uploaded, place }])
  })
  const send = useLatest(uploads.send)
  useEffect(() => {
    for (const { files, place } of dropped.slice(taken.current)) {
      for (const file of files) places.current.set(file, place)
      send.current(files)
    }
    taken.current = dropped.length
  }, [dropped, send])
  const first = asked[0]
  const next = () => setAsked((before) => before.slice(1))
  return (
    <div className="sticky bottom-3 z-20 mt-4">
      <UploadStrip list={uploads.list} onAgain={uploads.again} onClear={uploads.clear} />
      <Dialog open={first !== undefined} onClose={next} title={t('pictures.shows')}>
        {first && (
          <>
            <PictureWords
              key={first.uploaded.picture.id}
              picture={first.uploaded.picture}
              save={t('common.save')}
              onSaved={next}
            >
              <Alike
                uploaded={first.uploaded}
                onTake={(id) => {
                  first.place.swap(address(first.uploaded.picture.id), address(id))
                  next()
                }}
              />
            </PictureWords>
            <Button kind="quiet" className="mt-3" onClick={next}>
              {t('records.say-later')}
            </Button>
          </>
        )}
      </Dialog>
    </div>
  )
}

function Alike({ uploaded, onTake }: { uploaded: UploadedPicture; onTake: (id: string) => void }) {
  const t = useT()
  if (uploaded.alike.length === 0) return null
  return (
    <Notice kind="warning" role="status" title={t('pictures.alike', { name: uploaded.picture.name })}>
      <ul className="mt-2 grid grid-cols-2 gap-3">
        {uploaded.alike.map((picture) => (
          <li key={picture.id} className="min-w-0">
            <Thumb picture={picture} />
            <p className="truncate text-sm font-semibold">{picture.name}</p>
            <Button className="mt-1" onClick={() => onTake(picture.id)}>
              {t('records.take-that')}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">{t('records.alike-stays')}</p>
    </Notice>
  )
}
