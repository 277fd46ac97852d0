import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { onDemand } from '../../kit/layout/on-demand.tsx'
import { pictureQuery } from '../../kit/pictures/picture-queries.ts'
import { Thumb } from '../../kit/pictures/thumb.tsx'
import type { RecordWork } from '../frame/use-record-work.ts'

const PicturePicker = onDemand(async () => (await import('../../kit/pictures/picture-picker.tsx')).PicturePicker)

/** The photograph of a banner, offering or event; without one, a drawing is shown, or nothing. */
export function PhotoField({ work: { keeper, snapshot }, hint }: { work: RecordWork; hint: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const id = snapshot.fields.picture ?? ''
  const query = useQuery({ ...pictureQuery(id), enabled: id !== '' })
  const error = snapshot.errors.picture
  const choose = (picture: string) => {
    keeper.type('picture', picture)
    setOpen(false)
  }
  return (
    <fieldset id="field-picture">
      <legend className="mb-2 font-semibold">{t('records.photograph')}</legend>
      {error && <FieldError id="field-picture-error" text={error} />}
      {id !== '' && (
        <div className="mb-3 w-60">
          {query.data && (
            <>
              <Thumb picture={query.data} />
              <p className="mt-1 truncate font-semibold">{query.data.name}</p>
            </>
          )}
          {query.isError && <p className="text-cinnabar">{t('records.pictures-gone')}</p>}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button icon="picture" onClick={() => setOpen(true)}>
          {t(id ? 'pictures.choose-other' : 'pictures.choose')}
        </Button>
        {id !== '' && (
          <Button kind="quiet" icon="close" onClick={() => choose('')}>
            {t('records.take-out')}
          </Button>
        )}
      </div>
      <p className="mt-1.5 text-sm text-ink-2">{hint}</p>
      {open && <PicturePicker onPick={(picture) => choose(picture.id)} onClose={() => setOpen(false)} />}
    </fieldset>
  )
}
