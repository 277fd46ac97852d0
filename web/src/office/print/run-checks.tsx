import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { LeftOutList } from './left-out.tsx'
import { lookQuery, type RunDraft, type RunLook } from './run-queries.ts'

type Props = {
  draft: RunDraft
  onBoxes: (boxes: boolean) => void
  onBack: () => void
  onNext: () => void
}

/** The second step: how many are printed, and what is left out. */
export function RunChecks(props: Props) {
  return (
    <Loaded query={useQuery(lookQuery(props.draft))} lines={6}>
      {(look) => <Checked look={look} {...props} />}
    </Loaded>
  )
}

function Checked({ look, draft, onBoxes, onBack, onNext }: Props & { look: RunLook }) {
  const t = useT()
  const boxes = draft.boxes || look.leftOut.some(({ why }) => why === 'no-glyph' || why === 'private-use')
  const sheets = t('print.run-sheets', { count: look.sheets })
  const words = draft.kind === 'list' ? 'print.checks-rows' : 'print.checks-total'
  return (
    <div className="max-w-3xl space-y-5">
      {look.total === 0 ? (
        <EmptyState
          art="sutra"
          title={t('print.checks-none')}
          text={t(draft.source === 'hall' ? 'print.checks-none-hall' : 'print.checks-none-text')}
        />
      ) : (
        <Notice kind="success" role="status" title={t(words, { count: look.total, sheets })}>
          {look.leftOutCount === 0 && look.rest === 0 && <p>{t('print.checks-fine')}</p>}
          {look.rest > 0 && <p>{t('print.checks-rest', { count: look.rest })}</p>}
        </Notice>
      )}
      <LeftOutList rows={look.leftOut} count={look.leftOutCount} />
      {boxes && (
        <Checkbox
          boxed
          label={t('print.boxes')}
          checked={draft.boxes ?? false}
          onChange={({ target }) => onBoxes(target.checked)}
        />
      )}
      <div className="flex flex-wrap justify-between gap-3">
        <Button icon="back" onClick={onBack}>
          {t('print.back')}
        </Button>
        {look.total > 0 && (
          <Button kind="primary" onClick={onNext}>
            {t('print.next')}
          </Button>
        )}
      </div>
    </div>
  )
}
