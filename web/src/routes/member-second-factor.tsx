import { SecondFactor } from '../features/passkey/second-factor.tsx'
import { useT } from '../i18n/context.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Where staff set up a second factor; without it they can open nothing else. */
export default function SecondFactorPage() {
  const t = useT()
  const { reload } = usePage()
  const factor = usePageData('member-second-factor')
  return (
    <div className="wrap pb-8">
      <div className="mx-auto max-w-3xl">
        <PageHeading title={t('factor.title')} text={t('factor.text')} />
        {factor ? <SecondFactor factor={factor} onChanged={reload} /> : <Skeleton lines={6} card />}
      </div>
    </div>
  )
}
