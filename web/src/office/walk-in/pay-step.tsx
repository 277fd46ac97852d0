import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money, phone } from '../../i18n/format.ts'
import type { Told } from '../../forms/refusal.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { cashGiven, isMuch } from '../counter/cash.ts'
import { MuchCash } from '../counter/much-cash.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { valueOf } from '../kit/session/session-gate.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { Basket } from './basket.tsx'
import { CashPanel, cashForm } from './cash-panel.tsx'
import { stepOf } from './check.ts'
import { accountOf, wishOf } from './draft.ts'
import { Frame, pathOf } from './frame.tsx'
import { PayNowPanel } from './pay-now-panel.tsx'
import { sumOf } from './sum.ts'
import { useDraft } from './use-draft.ts'
import { useLines } from './use-offerings.ts'
import { useSell } from './use-sell.ts'

/** The fourth screen: the order and the payment. */
export function PayStep({ user }: PageProps) {
  const t = useT()
  const [, navigate] = useLocation()
  const { draft, refuse, change } = useDraft(user.id)
  const { lines } = useLines(draft.items)
  const account = accountOf(draft)
  const items = lines?.map(({ item, offering }) => wishOf(item, offering, account !== null))
  const [wrong, setWrong] = useState<{ field?: string; code: string }>()
  const [said, tell] = useTold()
  const [left, setLeft] = useState(false)
  const [asking, setAsking] = useState(false)
  const priced = useQuery({
    queryKey: ['walk-in', 'price', items],
    meta: { shows: ['places'] },
    queryFn: () => valueOf(() => api.post('/api/admin/walk-in/price', { body: { items: items ?? [] } })),
    enabled: items !== undefined,
    staleTime: 0,
  })
  const sell = useSell(
    { draft, change },
    ({ invoice }) => {
      setLeft(true)
      navigate(`/walk-in/${invoice.id}`)
    },
    ({ told, code, problems }) => {
      const step = stepOf(problems)
      if (problems.length > 0 && step !== 'pay') {
        refuse(problems)
        return navigate(pathOf(step))
      }
      refuseAs(told, code, problems[0]?.field)
    },
  )
  if (left) return null
  if (draft.items.length === 0) return <Redirect to={pathOf('items')} replace />
  // The server prices unavailable items at zero: then the screen keeps its own total until they are corrected.
  const unable = priced.data?.items?.some(({ reason }) => reason) ?? false
  const total = (unable ? undefined : priced.data?.total) ?? (lines && sumOf(lines))
  const differs = !unable && priced.data && lines && priced.data.total !== sumOf(lines)

  const cashPaid = draft.method === 'cash'
  const given = cashGiven(total ?? 0, draft.given).given
  function pay(sure = false) {
    if (sell.unsent) return sell.again()
    if (!items || total === undefined) return
    setWrong(undefined)
    if (cashPaid && (given === null || given < total))
      return refuseAs({ key: 'walk-in.given-short' }, 'less-than-due', 'amountReceived')
    const much = cashPaid && !sure && isMuch(total, given ?? 0)
    setAsking(much)
    if (much) return
    const { name, chineseName, mobile, email } = draft.payer
    void sell.send({
      locale: draft.locale,
      payer: account ? {} : { name, chineseName, mobile, email },
      ...(account ? { userId: account.id } : {}),
      items,
      paymentAmount: total,
      method: cashPaid ? 1 : 2001,
      ...(cashPaid && given !== null ? { amountReceived: given } : {}),
    })
  }
  function refuseAs(told: Told, code: string, field?: string) {
    tell(told)
    setWrong({ field, code })
  }
  const end = (
    <Button
      {...(cashPaid ? { type: 'submit', form: cashForm } : { onClick: () => pay() })}
      kind="primary"
      pending={sell.pending}
      className="min-w-40 text-lg max-sm:grow"
    >
      {sell.unsent
        ? t('common.try-again')
        : cashPaid
          ? t('office.take', { amount: money(total ?? 0) })
          : t('walk-in.show-code')}
    </Button>
  )
  return (
    <Frame step="pay" count={draft.items.length} cents={total} act={end}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,28rem)]">
        <div className="space-y-4 max-lg:order-last">
          <Panel size="s">
            <h2 className="text-xl">{t('walk-in.step-payer')}</h2>
            <p className="mt-1 text-lg font-bold">
              <PayerNames
                name={account?.name ?? draft.payer.name}
                chinese={account?.chineseName ?? draft.payer.chineseName}
              />
            </p>
            <p className="text-ink-2">
              {[phone(draft.payer.mobile), account ? account.email : draft.payer.email].filter(Boolean).join(' · ')}
            </p>
            {account && <p className="mt-1 font-semibold text-jade">{t('walk-in.goes-to-account')}</p>}
            {!account && !draft.payer.email && !draft.payer.mobile && (
              <p className="mt-1 text-ink-2">{t('walk-in.no-letter')}</p>
            )}
          </Panel>
          <Basket lines={lines} items={draft.items.length} />
        </div>
        <div className="space-y-5">
          {unable && (
            <Notice kind="warning" role="alert" title={t('walk-in.unable')}>
              <Link href={pathOf('names')} className="link touch">
                {t('walk-in.unable-look')}
              </Link>
            </Notice>
          )}
          {differs && !wrong && <Notice kind="warning">{t('walk-in.price-changed')}</Notice>}
          {wrong && wrong.field !== 'amountReceived' && (
            <Notice kind="error" role="alert" title={said}>
              {wrong.code === 'shift-not-open' && (
                <Link href="/counter/shift" className="link touch">
                  {t('office.open-shift')}
                </Link>
              )}
            </Notice>
          )}
          <RadioCards
            legend={t('walk-in.method')}
            name="walk-in-method"
            columns={2}
            value={draft.method}
            onChange={(value) => {
              setWrong(undefined)
              change((now) => ({ ...now, method: value === 'paynow' ? 'paynow' : 'cash' }))
            }}
            options={[
              { value: 'cash', title: t('walk-in.cash'), disabled: sell.unsent },
              { value: 'paynow', title: 'PayNow', disabled: sell.unsent },
            ]}
          />
          {sell.unsent && (
            <UnsentNotice text={draft.method === 'cash' ? t('office.unsent-cash') : undefined} onStop={sell.stop} />
          )}
          <MuchCash
            open={asking}
            due={total ?? 0}
            given={given}
            onBack={() => setAsking(false)}
            onTake={() => pay(true)}
          />
          {cashPaid ? (
            <CashPanel
              due={total ?? 0}
              typed={draft.given}
              error={wrong?.field === 'amountReceived' ? said : undefined}
              pending={sell.pending}
              onType={(typed) => {
                setWrong(undefined)
                change((now) => ({ ...now, given: typed }))
              }}
              locked={sell.unsent}
              onTake={() => pay()}
            />
          ) : (
            <PayNowPanel due={total ?? 0} />
          )}
        </div>
      </div>
    </Frame>
  )
}
