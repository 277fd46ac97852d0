import { Profile, type Identity } from '../features/member/profile.tsx'
import { useT } from '../i18n/context.tsx'
import { usePageData } from '../page/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function ProfilePage() {
  const t = useT()
  const identity = usePageData<Identity>()
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('member.title')} />
      {identity ? <Profile {...identity} /> : <Skeleton lines={5} card />}
    </div>
  )
}
