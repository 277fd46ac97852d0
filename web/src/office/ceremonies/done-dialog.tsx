import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { doneLookQuery, type Ceremony, type DoneBody } from './ceremony-queries.ts'
import { DoneLetter } from './done-letter.tsx'
import { PhotoField, type Photo } from './photo-field.tsx'

type Props = {
  ceremony: Ceremony
  open: boolean
  /** The selected entries; empty for a whole sitting. */
  entries: readonly string[]
  onClose: () => void
  onDone?: () => void
}

/** Marks a sitting, or selected names, as offered: their number, the text for the families, and an optional photo. */
export function DoneDialog(props: Props) {
  const t = useT()
  return (
    <Dialog wide open={props.open} onClose={props.onClose} title={t('ceremonies.done-go')}>
      {props.open && <DoneForm {...props} />}
    </Dialog>
  )
}

function DoneForm({ ceremony, entries, onClose, onDone }: Props) {
  const t = useT()
  const locale = useLocale()
  const [sitting, setSitting] = useState(1)
  const [photo, setPhoto] = useState<Photo>()
  const [words, setWords] = useState({ en: '', zh: '' })
  const body: DoneBody = {
    sitting,
    leaveOut: true,
    ...(entries.length > 0 && { entries: [...entries] }),
    ...(photo && { photo: photo.id }),
    ...((words.en || words.zh) && { words }),
  }
  const look = useQuery(doneLookQuery(ceremony.id, useDeferredValue(body)))
  const act = useActOnce(
    (sent: DoneBody, idempotencyKey) =>
      api.post('/api/admin/ceremony/{id}/done', { params: { id: ceremony.id }, body: sent, idempotencyKey }),
    (done) => {
      const until = done.marks.at(-1)?.backUntil
      if (until) toast({ text: 'ceremonies.done-marked', params: { time: time(locale, until) }, type: 'success' })
      onDone?.()
      onClose()
    },
    'ceremonies',
  )
  const said = look.data?.status === 200 ? look.data.value : undefined
  const none = look.data && (!said || said.entries === 0)
  return (
    <form noValidate className="space-y-5 text-ink" onSubmit={act.submit(() => body)}>
      {entries.length === 0 && ceremony.sittings.length > 1 && (
        <RadioCards
          legend={t('ceremonies.done-sitting')}
          name="sitting"
          columns={2}
          value={String(sitting)}
          onChange={(value) => setSitting(Number(value))}
          options={ceremony.sittings.map(({ startsAt, place }, i) => ({
            value: String(i + 1),
            title: t('ceremonies.sitting-at', { no: i + 1, time: time(locale, startsAt) }),
            text: place[locale],
          }))}
        />
      )}
      <div aria-live="polite" className="space-y-3">
        {!look.data && <Skeleton lines={2} />}
        {none && (
          <Notice kind="warning" title={t('ceremonies.done-none')}>
            {t('ceremonies.done-none-text')}
          </Notice>
        )}
        {said && said.entries > 0 && (
          <>
            <p className="text-lg font-bold">{t('ceremonies.done-ask', { count: said.entries })}</p>
            <p>{t('ceremonies.done-families', { count: said.families })}</p>
          </>
        )}
        {said && said.left > 0 && <Notice kind="warning">{t('ceremonies.done-left', { count: said.left })}</Notice>}
      </div>
      {!none && (
        <>
          <PhotoField photo={photo} onPhoto={setPhoto} />
          <div className="grid gap-4 sm:grid-cols-2">
            {(['en', 'zh'] as const).map((language) => (
              <TextArea
                key={language}
                label={t(`ceremonies.done-words-${language}`)}
                lang={language === 'zh' ? 'zh-Hans' : 'en'}
                optional
                rows={2}
                maxLength={500}
                value={words[language]}
                onChange={(event) => setWords({ ...words, [language]: event.target.value })}
              />
            ))}
          </div>
          {said && <DoneLetter letter={said.letter} text={said.text} />}
        </>
      )}
      <ActState act={act} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {!none && (
          <Button type="submit" kind="primary" icon="lamp" pending={act.pending || !said}>
            {t('ceremonies.done-go')}
          </Button>
        )}
      </div>
    </form>
  )
}
