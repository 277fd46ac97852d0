import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { KeyedList } from '../list/keyed-list.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { everything, lacking, picturesQuery, type PictureItem } from './picture-queries.ts'
import { PictureWords } from './picture-words.tsx'
import { Thumb } from './thumb.tsx'
import { UploadStrip } from './upload-strip.tsx'
import { pictureTypes, useUploads } from './use-uploads.ts'

type Props = { onPick: (picture: PictureItem) => void; onClose: () => void }

/** Chooses a library picture, or uploads one. A missing description is asked for here, since publishing requires it. */
export function PicturePicker({ onPick, onClose }: Props) {
  const t = useT()
  const [asked, setAsked] = useState<PictureItem>()
  const take = (picture: PictureItem) => (lacking(picture).length > 0 ? setAsked(picture) : onPick(picture))
  return (
    <Dialog open onClose={onClose} title={t(asked ? 'pictures.shows' : 'pictures.choose')}>
      {asked ? (
        <>
          <PictureWords key={asked.id} picture={asked} save={t('pictures.save-and-take')} onSaved={onPick} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button kind="quiet" onClick={() => onPick(asked)}>
              {t('pictures.words-later')}
            </Button>
            <Button kind="quiet" onClick={() => setAsked(undefined)}>
              {t('pictures.choose-other')}
            </Button>
          </div>
        </>
      ) : (
        <Choice onTake={take} />
      )}
    </Dialog>
  )
}

function Choice({ onTake }: { onTake: (picture: PictureItem) => void }) {
  const t = useT()
  const [q, setQ] = useState('')
  const list = useInfiniteQuery(picturesQuery({ ...everything, q }))
  const uploads = useUploads(({ picture }) => onTake(picture))
  return (
    <div className="space-y-4">
      <FileDrop
        label={t('pictures.add-one')}
        hint={t('pictures.limits')}
        accept={pictureTypes}
        onFiles={(files) => uploads.send(files)}
      />
      <UploadStrip list={uploads.list} onAgain={uploads.again} onClear={uploads.clear} />
      <SearchBox label={t('pictures.find')} value={q} onSearch={setQ} />
      <KeyedList
        query={list}
        count={list.data?.pages[0]}
        words={{ shown: 'pictures.shown', more: 'pictures.more' }}
        empty={<EmptyState art="hall" title={t(q ? 'office.none-found' : 'pictures.none')} />}
      >
        {(rows) => (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {rows.map((picture) => (
              <li key={picture.id}>
                <button type="button" className="block w-full rounded-2xl text-left" onClick={() => onTake(picture)}>
                  <Thumb picture={picture} />
                  <span className="mt-1 block truncate text-sm font-semibold">{picture.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </KeyedList>
    </div>
  )
}
