import { ResetForm } from '../features/account/reset-form.tsx'
import { useT } from '../i18n/context.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'

export default function ResetPasswordPage() {
  const t = useT()
  return (
    <div className="wrap">
      <div className="mx-auto max-w-lg pb-8">
        <PageHeading title={t('member.reset-title')} />
        <Panel as="div" size="l">
          <ResetForm />
        </Panel>
      </div>
    </div>
  )
}
