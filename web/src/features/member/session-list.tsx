import { api } from '../../api/client.ts'
import type { components } from '../../api/schema'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import type { Translate } from '../../i18n/messages.ts'
import { useAct } from '../../forms/use-act.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'

export type OpenSession = components['schemas']['AccountOpenSession']

/** The name of a device as its owner would say it: "Safari on iPhone". */
export function deviceName(t: Translate, { browser, system, kind }: OpenSession): string {
  if (browser && system) return t('security.device', { browser, system })
  return browser || system || t(`security.device-${kind}`)
}

/** The member's sessions, each with a logout button except this one. `onEnded` reloads the list. */
export function SessionList(props: { sessions: readonly OpenSession[]; onEnded: () => Promise<void> }) {
  const t = useT()
  const locale = useLocale()
  const [said, setSaid] = useTold()
  const one = useAct(({ id }: OpenSession) => api.delete('/api/member/session/{id}', { params: { id } }), {
    done: (_, session) => ended(session),
    // A session that has already ended counts as ended.
    refused: (result, session) => {
      if (result?.status === 404) void ended(session)
      return result?.status === 404
    },
  })
  const all = useAct(
    () => api.post('/api/member/session/end-others'),
    () => {
      setSaid({ key: 'security.signed-out-others' })
      return props.onEnded()
    },
  )
  const ended = (session: OpenSession) => {
    setSaid({ say: (words) => words('security.signed-out', { device: deviceName(words, session) }) })
    return props.onEnded()
  }

  const others = props.sessions.some((session) => !session.current)
  return (
    <>
      <ul className="divide-y divide-line">
        {props.sessions.map((session) => {
          const device = deviceName(t, session)
          const time = dateTime(locale, session.lastUsedAt)
          return (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
              <div>
                <p className="text-lg font-semibold">
                  {device}
                  {session.current && (
                    <span className="ml-3 inline-block rounded-full bg-jade-1 px-3 text-sm text-jade">
                      {t('security.this-one')}
                    </span>
                  )}
                </p>
                <p className="text-ink-2">
                  {session.current ? t('security.used-now') : t('security.last-used', { time })}
                </p>
              </div>
              {!session.current && (
                <Button pending={one.pending} onClick={() => void one.send(session)}>
                  {t('security.sign-out')}
                  <span className="sr-only"> {t('security.sign-out-of', { device, time })}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p role="status" className={said ? 'mt-2 font-semibold text-jade' : 'sr-only'}>
        {said}
      </p>
      {others ? (
        <Button className="mt-4" icon="out" pending={all.pending} onClick={() => void all.send()}>
          {t('security.sign-out-others')}
        </Button>
      ) : (
        !said && <p className="mt-2 text-ink-2">{t('security.only-here')}</p>
      )}
    </>
  )
}
