import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import {
  everything,
  orders,
  picturesQuery,
  shows,
  type PictureItem,
  type Place,
} from '../kit/pictures/picture-queries.ts'
import { UploadStrip } from '../kit/pictures/upload-strip.tsx'
import { pictureTypes, useUploads, type UploadedPicture } from '../kit/pictures/use-uploads.ts'
import { SearchBox } from '../kit/list/search-box.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { AlikeNotice } from './alike-notice.tsx'
import { DeletedNotice } from './deleted-notice.tsx'
import { NoPictures } from './no-pictures.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { PictureTabs } from './picture-tabs.tsx'

/** The picture library: descriptions, uses, and uploads. */
export function PicturesPage({ id }: Pick<PageProps, 'id'>) {
  const t = useT()
  const place = placeOf(useSearch())
  const [, navigate] = useLocation()
  const [alike, setAlike] = useState<UploadedPicture>()
  const [deleted, setDeleted] = useState<PictureItem>()
  const list = useInfiniteQuery(picturesQuery(place))
  const first = list.data?.pages[0]
  const uploads = useUploads(
    (uploaded) => {
      if (uploaded.alike.length > 0) setAlike(uploaded)
      navigate(`/pictures/${uploaded.picture.id}${searchOf(place)}`)
    },
    { within: '/admin/pictures' },
  )
  const go = (next: Partial<Place>) => navigate(`/pictures${searchOf({ ...place, ...next })}`)
  const narrow = id ? 'max-xl:hidden' : ''
  return (
    <>
      <div className={`flex flex-wrap items-start justify-between gap-x-6 ${id ? 'max-xl:sr-only' : ''}`}>
        <div className="min-w-0 grow basis-80">
          <PageTop
            title={t('office.area-pictures')}
            text={
              first &&
              t(first.all > 0 ? 'pictures.text' : 'pictures.text-empty', {
                count: first.all,
                used: gigabytes(first.bytes),
                most: first.mostBytes / 2 ** 30,
              })
            }
            keepFocus={id !== ''}
          />
        </div>
        <AddButton onFiles={uploads.send} />
      </div>
      <div className="space-y-4">
        {deleted && <DeletedNotice picture={deleted} onDone={() => setDeleted(undefined)} />}
        {alike && <AlikeNotice uploaded={alike} onDone={() => setAlike(undefined)} />}
        <UploadStrip list={uploads.list} onAgain={uploads.again} onClear={uploads.clear} />
        <div className="items-start gap-5 xl:grid xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className={`space-y-4 ${narrow}`}>
            <SearchBox label={t('pictures.find')} value={place.q} onSearch={(q) => go({ q })} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <PictureTabs place={place} first={first} searchOf={searchOf} />
              <div className="w-full sm:w-48 [&_label]:sr-only">
                <SelectField
                  id="pictures-order"
                  label={t('office.field.sort')}
                  value={place.order}
                  options={orders.map((one) => [one, t(`pictures.order-${one}`)] as const)}
                  onChange={(order) => go({ order: orders.find((one) => one === order) })}
                />
              </div>
            </div>
            <KeyedList
              query={list}
              count={first}
              words={{ shown: 'pictures.shown', more: 'pictures.more' }}
              empty={<NoPictures place={place} onAll={() => go({ q: '', show: 'all' })} />}
            >
              {(rows) => (
                <PictureGrid rows={rows} open={id} pathOf={(picture) => `/pictures/${picture}${searchOf(place)}`} />
              )}
            </KeyedList>
          </div>
          {id ? (
            <div>
              <BackLink to={`/pictures${searchOf(place)}`} className="mb-3 xl:hidden">
                {t('office.area-pictures')}
              </BackLink>
              <PicturePanel
                key={id}
                id={id}
                onDeleted={(picture) => {
                  setDeleted(picture)
                  go({})
                }}
              />
            </div>
          ) : (
            <p className="p-10 text-center text-ink-2 max-xl:hidden">{t('pictures.follow')}</p>
          )}
        </div>
      </div>
    </>
  )
}

function AddButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <p className="mb-5">
      <Button kind="primary" icon="upload" onClick={() => input.current?.click()}>
        {t('pictures.add')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={pictureTypes}
        aria-label={t('pictures.add')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </p>
  )
}

/** Formats bytes as gigabytes with one decimal; the same in both languages. */
function gigabytes(bytes: number): string {
  const tenths = Math.ceil((bytes / 2 ** 30) * 10)
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}

function placeOf(search: string): Place {
  const asked = new URLSearchParams(search)
  return {
    q: asked.get('q') ?? '',
    show: shows.find((one) => one === asked.get('show')) ?? everything.show,
    order: orders.find((one) => one === asked.get('order')) ?? everything.order,
  }
}

function searchOf(place: Place): string {
  const out = new URLSearchParams()
  for (const name of ['q', 'show', 'order'] as const) if (place[name] !== everything[name]) out.set(name, place[name])
  return out.size > 0 ? `?${out}` : ''
}
