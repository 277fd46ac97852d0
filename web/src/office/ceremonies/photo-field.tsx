import { useEffect, useState } from 'react'
import { upload } from '../../api/upload.ts'
import { useTold } from '../../forms/use-told.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { whyNot } from '../kit/act/why-not.ts'
import { pictureTypes } from '../kit/pictures/use-uploads.ts'
import { guarded } from '../kit/session/session-gate.ts'

/** An uploaded photo: its id in the library, and a URL that only this page uses. */
export type Photo = { id: string; shown: string }

// The server's limit: 10 MB.
const mostBytes = 10 * 1024 * 1024

/** A photo of the altar, uploaded when chosen; it can be removed before the rite is marked. */
export function PhotoField({ photo, onPhoto }: { photo: Photo | undefined; onPhoto: (photo?: Photo) => void }) {
  const t = useT()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useTold()
  const shown = photo?.shown
  useEffect(() => {
    if (!shown) return
    return () => URL.revokeObjectURL(shown)
  }, [shown])
  const send = async (file: File) => {
    setProblem()
    if (file.size > mostBytes) return setProblem({ key: 'fault.photo-too-large', vars: { max: 10 } })
    setPart(0)
    try {
      const result = await guarded(() => upload('/api/admin/ceremony/photo', [file], { onProgress: setPart }))
      if (result.status === 200) onPhoto({ id: result.value.picture.id, shown: URL.createObjectURL(file) })
      else setProblem(whyNot(result))
    } catch {
      setProblem({ key: 'pictures.not-sent' })
    }
    setPart(undefined)
  }
  if (photo)
    return (
      <div className="flex flex-wrap items-center gap-4" role="status">
        <img src={photo.shown} alt={t('ceremonies.done-photo')} className="size-28 rounded-2xl object-cover" />
        <p className="min-w-0 basis-60">
          <b className="block">{t('ceremonies.done-photo-is')}</b>
          {t('ceremonies.done-photo-note')}
        </p>
        <Button kind="quiet" icon="trash" onClick={() => onPhoto()}>
          {t('ceremonies.done-photo-out')}
        </Button>
      </div>
    )
  return (
    <div>
      <p className="mb-2 font-semibold">
        {t('ceremonies.done-photo')} <span className="font-normal text-ink-2">{t('common.optional')}</span>
      </p>
      <FileDrop
        label={t('ceremonies.done-photo-add')}
        hint={t('ceremonies.done-photo-note')}
        error={problem}
        accept={pictureTypes}
        busy={part !== undefined}
        onFiles={([file]) => file && void send(file)}
      />
      {part !== undefined && (
        <ProgressBar className="mt-2 h-2" label={t('ceremonies.done-photo')} done={part} total={1} />
      )}
    </div>
  )
}
