import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, thousands } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { pictureQuery, type PictureDetail, type PictureItem } from '../kit/pictures/picture-queries.ts'
import { PictureWords } from '../kit/pictures/picture-words.tsx'
import { UploadStrip } from '../kit/pictures/upload-strip.tsx'
import { pictureTypes, useUploads } from '../kit/pictures/use-uploads.ts'
import { recordPath } from '../kit/site/record-kinds.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'

const heading = 'mb-1 font-sans text-base font-bold'

/** A picture: its description, uses, and actions. */
export function PicturePanel({ id, onDeleted }: { id: string; onDeleted: (picture: PictureItem) => void }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Loaded query={useQuery(pictureQuery(id))} lines={8}>
      {(picture) => (
        <Panel className="space-y-5" aria-label={picture.name}>
          <PictureWords
            picture={picture}
            save={t('common.save')}
            onSaved={() => toast({ text: 'office.saved', type: 'success' })}
          >
            <div>
              <h2 ref={takeFocus} tabIndex={-1} className="text-xl wrap-anywhere">
                {picture.name}
              </h2>
              <p className="text-ink-2">
                {t('pictures.facts', {
                  width: thousands(picture.width),
                  height: thousands(picture.height),
                  name: picture.by,
                  at: dateTime(locale, picture.addedAt),
                })}
              </p>
            </div>
          </PictureWords>
          <Uses picture={picture} />
          <Sizes picture={picture} />
          <Acts picture={picture} onDeleted={onDeleted} />
        </Panel>
      )}
    </Loaded>
  )
}

/** Focuses the heading of a picture chosen in the list, to announce and show it; not when the page opens with it. */
function takeFocus(heading: HTMLElement | null): void {
  if (document.activeElement !== document.body) heading?.focus()
}

function Uses({ picture: { uses } }: { picture: PictureDetail }) {
  const t = useT()
  const locale = useLocale()
  return (
    <section>
      <h3 className={heading}>{t('pictures.where')}</h3>
      {uses.length === 0 && <p className="text-ink-2">{t('pictures.nowhere')}</p>}
      <ul className="divide-y divide-line">
        {uses.map((use) => (
          <li key={use.id} className="flex items-center justify-between gap-3 py-2">
            <Link href={recordPath(use)} className="link min-w-0 font-semibold wrap-anywhere">
              {use.title[locale] || use.title[locale === 'en' ? 'zh' : 'en'] || t('pictures.untitled')}
            </Link>
            <Badge tone={use.live ? 'good' : 'wait'}>
              {t(use.taken ? 'pictures.use-taken' : use.live ? 'pictures.use-live' : 'pictures.use-draft')}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sizes({ picture: { ready, files } }: { picture: PictureDetail }) {
  const t = useT()
  const phone = files[0]
  return (
    <section>
      <h3 className={heading}>{t('pictures.sizes')}</h3>
      <p className="text-ink-2" role="status">
        {ready && phone
          ? t('pictures.sizes-made', {
              widths: files.map(({ width }) => thousands(width)).join(' · '),
              kilobytes: Math.ceil(phone.webp / 1000),
            })
          : t('pictures.sizes-coming')}
      </p>
    </section>
  )
}

function Acts({ picture, onDeleted }: { picture: PictureDetail; onDeleted: (picture: PictureItem) => void }) {
  const t = useT()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const uploads = useUploads(() => toast({ text: 'pictures.replaced', type: 'success' }), { replaces: picture.id })
  const remove = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/picture/{id}/delete', { params: { id: picture.id }, idempotencyKey }),
    () => {
      onDeleted(picture)
      client.removeQueries({ queryKey: pictureQuery(picture.id).queryKey }) // it no longer exists
      void client.invalidateQueries({ queryKey: ['pictures'] })
    },
  )
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2 *:px-4">
        <Button icon="swap" onClick={() => input.current?.click()}>
          {t('pictures.replace')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={pictureTypes}
          aria-label={t('pictures.replace')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            uploads.send([...(target.files ?? [])])
            target.value = ''
          }}
        />
        <a className={buttonClass()} href={`/api/admin/picture/${picture.id}/file`} download>
          <Icon name="download" />
          {t('pictures.download')}
        </a>
      </div>
      <UploadStrip list={uploads.list} onAgain={uploads.again} onClear={uploads.clear} />
      {picture.uses.length > 0 ? (
        <p className="flex gap-2 text-ink-2">
          <Icon name="trash" className="shrink-0" />
          {t('pictures.in-use', { count: picture.uses.length })}
        </p>
      ) : (
        <Button kind="danger" icon="trash" pending={remove.pending} onClick={() => void remove.send({})}>
          {t('office.delete')}
        </Button>
      )}
      <ActState act={remove} />
    </div>
  )
}
