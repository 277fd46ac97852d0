import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Failed } from '../kit/query/failed.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Basket } from './basket.tsx'
import { Catalogue } from './catalogue.tsx'
import { withItem } from './draft.ts'
import { EarlierPanel } from './earlier-panel.tsx'
import { HoldBar } from './hold-bar.tsx'
import { Frame, pathOf } from './frame.tsx'
import { LeftOutNotice } from './left-out-notice.tsx'
import { OptionDialog } from './option-dialog.tsx'
import { sumOf } from './sum.ts'
import { useDraft } from './use-draft.ts'
import { useLines } from './use-offerings.ts'
import { catalogueQuery, waitingQuery } from './walk-in-queries.ts'

/** The first screen: choosing offerings, or copying last year's order. */
export function ItemsStep({ user }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const [, navigate] = useLocation()
  const { draft, change } = useDraft(user.id)
  const catalogue = useQuery(catalogueQuery(locale))
  const waiting = useQuery(waitingQuery(''))
  const { lines, error } = useLines(draft.items)
  const [asking, setAsking] = useState<string>()
  return (
    <Frame
      step="items"
      count={draft.items.length}
      cents={lines && sumOf(lines)}
      onNext={() => navigate(pathOf('names'))}
      top={
        <>
          <HoldBar
            draft={draft}
            onChanged={(next) => navigate(next.items.length > 0 ? pathOf('names') : pathOf('items'))}
          />
          {(waiting.data?.total ?? 0) > 0 && (
            <Link href="/walk-in/waiting" className={buttonClass('plain')}>
              {t('walk-in.waiting-link', { count: waiting.data?.total ?? 0 })}
            </Link>
          )}
        </>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-6">
          <EarlierPanel draft={draft} onChange={change} />
          <LeftOutNotice draft={draft} onChange={change} />
          {catalogue.error && <Failed error={catalogue.error} onAgain={() => void catalogue.refetch()} />}
          <Catalogue
            offerings={catalogue.data?.items ?? undefined}
            categories={catalogue.data?.categories ?? []}
            onChoose={setAsking}
          />
        </div>
        <div className="xl:sticky xl:top-24">
          {error ? (
            <Failed error={error} onAgain={() => location.reload()} />
          ) : (
            <Basket lines={lines} items={draft.items.length} onChange={change} />
          )}
        </div>
      </div>
      <OptionDialog
        offeringKey={asking}
        onClose={() => setAsking(undefined)}
        onChoose={(offering, optionId) => {
          setAsking(undefined)
          change((now) => withItem(now, offering, optionId))
        }}
      />
    </Frame>
  )
}
