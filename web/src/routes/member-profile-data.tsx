import { useState } from 'react'
import { PasswordField } from '../features/account/password-field.tsx'
import { TitledPanel } from '../ui/titled-panel.tsx'
import { CloseAccount } from '../features/personal/close-account.tsx'
import { ClosingNotice } from '../features/personal/closing-notice.tsx'
import { ConsentList } from '../features/personal/consent-list.tsx'
import { Download } from '../features/personal/download.tsx'
import { focusHeading } from '../features/personal/focus-heading.ts'
import { KeptList } from '../features/personal/kept-list.tsx'
import { PolicyNotice } from '../features/personal/policy-notice.tsx'
import { useT } from '../i18n/context.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { useSession } from '../site/session/session.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The data stored about a member, its download, and closing the account. */
export default function DataPage() {
  const t = useT()
  const { reload } = usePage()
  const session = useSession()
  const data = usePageData('member-profile-data')
  const [fresh, setFresh] = useState(false)
  const changed = async () => {
    await Promise.all([reload(), session.refresh()])
  }
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('data.title')} text={t('data.intro')} />
      {!data ? (
        <Skeleton lines={6} card />
      ) : (
        <div className="mx-auto max-w-3xl space-y-6">
          {data.closesAt && (
            <ClosingNotice
              closesAt={data.closesAt}
              fresh={fresh}
              onKept={async () => {
                setFresh(false)
                await changed()
                focusHeading()
              }}
            />
          )}
          {data.policies && (
            <PolicyNotice
              version={data.policies}
              policies={data.unread}
              onAgreed={() => changed().then(focusHeading)}
            />
          )}
          <TitledPanel id="kept" title={t('data.kept-title')}>
            <KeptList />
          </TitledPanel>
          <TitledPanel id="download" title={t('data.download-title')}>
            <Download Password={PasswordField} />
          </TitledPanel>
          <TitledPanel id="consents" title={t('data.consents-title')}>
            <ConsentList consents={data.consents} />
          </TitledPanel>
          {!data.closesAt && (
            <TitledPanel id="close" title={t('data.close-title')}>
              <CloseAccount
                {...data}
                Password={PasswordField}
                onClosed={async () => {
                  setFresh(true)
                  await changed()
                }}
              />
            </TitledPanel>
          )}
        </div>
      )}
    </div>
  )
}
