import { keyFor } from '../../i18n/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { Card } from '../kit/layout/card.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { LateDecide } from './late-decide.tsx'
import { LateFacts } from './late-facts.tsx'
import { LateMeant } from './late-meant.tsx'
import { lateOneQuery, type Late } from './late-queries.ts'

/** One amount of late money: what is known, what it was meant for, and the decision. */
export function LatePaymentPage({ id }: PageProps) {
  const t = useT()
  const query = useQuery(lateOneQuery(id, useLocale()))
  return (
    <>
      <BackLink to="/late">{t('office.area-late')}</BackLink>
      <Loaded query={query} heading={t('office.area-late')} lines={8}>
        {(data) => <LatePaymentDetails late={data} />}
      </Loaded>
    </>
  )
}

function LatePaymentDetails({ late }: { late: Late }) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      <PageTop title={money(late.amount)} text={t(`late.for-${late.for}`, { number: late.invoiceNumber ?? '' })} />
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] md:items-start xl:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="min-w-0 space-y-5">
          <Card title={t('office.field.payer')}>
            <p className="text-xl font-bold">
              {late.payer || late.payerChinese ? (
                <PayerNames name={late.payer} chinese={late.payerChinese} />
              ) : (
                t('office.no-name')
              )}
            </p>
            <PhoneLinks links={late.links} />
            {late.email && <p className="break-all text-ink-2">{late.email}</p>}
          </Card>
          <LateFacts late={late} />
          <LateMeant late={late} />
        </div>
        <div className="min-w-0 md:sticky md:top-20">
          {late.decision ? (
            <Notice kind="success" title={t('late.decided')}>
              <p>{t(keyFor('late.decided-', late.decision.as))}</p>
              {late.decision.by && (
                <p className="text-ink-2">
                  {dateTime(locale, late.decision.at)} · {t('office.by-clerk', { name: late.decision.by })}
                </p>
              )}
              {late.decision.invoiceId && (
                <Link href={`/orders/${late.decision.invoiceId}`} className="link touch">
                  {t('late.see-order')}
                </Link>
              )}
            </Notice>
          ) : (
            <LateDecide late={late} />
          )}
        </div>
      </div>
    </>
  )
}
