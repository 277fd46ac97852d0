import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { EntryText } from './ceremony-queries.ts'
import { DedicatorsLine, NamesLine, PetitionLines } from './names-line.tsx'

type Props = {
  /** The server's error, which names the colleague. */
  said: string
  theirs: EntryText
  mine: EntryText
  onTheirs: () => void
  onMine: () => void
}

/** Two people corrected the same name: shows both texts to choose from. The other stays in the history. */
export function BothTexts({ said, theirs, mine, onTheirs, onMine }: Props) {
  const t = useT()
  return (
    <Notice kind="warning" role="alert" title={said}>
      <p>{t('ceremonies.both-text')}</p>
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        {(
          [
            ['ceremonies.as-printed', theirs],
            ['ceremonies.my-text', mine],
          ] as const
        ).map(([word, text]) => (
          <div key={word} className="rounded-xl bg-card p-3">
            <dt className="text-sm font-semibold text-ink-2">{t(word)}</dt>
            <dd>
              <NamesLine text={text} marks={[]} />
              <DedicatorsLine text={text} marks={[]} />
              <PetitionLines text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={onTheirs}>{t('ceremonies.keep-theirs')}</Button>
        <Button onClick={onMine}>{t('ceremonies.save-mine')}</Button>
      </div>
    </Notice>
  )
}
