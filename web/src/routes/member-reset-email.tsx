import { useT } from '../i18n/context.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function ResetEmailPage() {
  const t = useT()
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('common.reset-email')} />
    </div>
  )
}
