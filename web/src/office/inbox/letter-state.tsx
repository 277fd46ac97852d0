import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { EntryMessage } from './inbox-queries.ts'

type Letter = NonNullable<EntryMessage['letter']>

const icons: Record<Letter['state'], IconName> = {
  waits: 'clock',
  sent: 'check',
  trying: 'warning',
  refused: 'warning',
  withdrawn: 'undo',
  forgotten: 'info',
}

/** The delivery state of an answer: a failed one shows why, and can be sent again. */
export function LetterState({ entry, message, letter }: { entry: string; message: string; letter: Letter }) {
  const t = useT()
  const locale = useLocale()
  const bad = letter.state === 'trying' || letter.state === 'refused'
  const at = letter.at ? dateTime(locale, letter.at) : ''
  return (
    <div className={`mt-3 ${bad ? 'rounded-2xl bg-cinnabar-1 p-3' : ''}`}>
      <p
        role={bad ? 'alert' : 'status'}
        className={`flex items-start gap-2 ${bad ? 'font-bold text-cinnabar' : 'text-sm text-ink-2'}`}
      >
        <Icon name={icons[letter.state]} size={18} className="mt-1 shrink-0" />
        {letter.state === 'sent' ? t('inbox.letter-sent', { at }) : t(`inbox.letter-${letter.state}`)}
      </p>
      {bad && (
        <div className="mt-1 space-y-2 pl-6.5">
          {letter.why && <p>{t(`office.letter-why-${letter.why}`)}</p>}
          {letter.state === 'trying' && <p className="text-ink-2">{t('inbox.letter-next', { at })}</p>}
          {letter.error && (
            <details className="text-sm text-ink-2">
              <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('office.letter-problem')}</summary>
              <p lang="en" className="wrap-anywhere">
                {letter.error}
              </p>
            </details>
          )}
          {letter.again && <Again entry={entry} message={message} />}
        </div>
      )}
    </div>
  )
}

function Again({ entry, message }: { entry: string; message: string }) {
  const t = useT()
  const again = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/form-entry/{id}/answer/{message}/again', { params: { id: entry, message }, idempotencyKey }),
    () => toast({ text: 'office.letter-sent', type: 'success' }),
    'inbox',
    'letters',
  )
  return (
    <>
      <Button icon="mail" pending={again.pending} onClick={() => void again.send({})}>
        {t('office.letter-again')}
      </Button>
      <ActState act={again} />
    </>
  )
}
