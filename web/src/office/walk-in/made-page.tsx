import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { OrderLines } from '../../features/invoice/order-lines.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { CashForm } from '../counter/cash-form.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { rememberCash } from './draft-memory.ts'
import { MadeState } from './made-state.tsx'
import { QrScreen } from './qr-screen.tsx'
import { walkInQuery } from './walk-in-queries.ts'
import { refresh } from '../kit/query/refresh.ts'

/** Shown when the order was created: change and receipt, or the QR code for the devotee. */
export function MadePage({ id }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const query = useQuery(walkInQuery(id, locale))
  const [cash, setCash] = useState(false)
  const again = () => void refresh(client, 'money')
  const next = () => navigate('/walk-in')
  return (
    <Loaded query={query} heading={t('office.area-walk-in')}>
      {({ invoice, qr }) => (
        <>
          <PageTop
            title={t('walk-in.order', { number: invoice.number })}
            text={<PayerNames name={invoice.payer.name} chinese={invoice.payer.chineseName ?? ''} />}
          />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
            {qr && !cash ? (
              <QrScreen invoice={invoice} qr={qr} onCash={() => setCash(true)} onShown={again} onNext={next} />
            ) : (
              <>
                <Panel className="max-lg:order-last">
                  <OrderLines items={invoice.items ?? []} every />
                </Panel>
                <div className="space-y-4">
                  {qr ? (
                    <>
                      <CashForm
                        invoice={invoice}
                        whole
                        onTaken={({ given, change }, undoable) => {
                          rememberCash({ invoiceId: id, given, change, undoable })
                          again()
                        }}
                      />
                      <Button wide onClick={() => setCash(false)}>
                        {t('walk-in.back-to-code')}
                      </Button>
                    </>
                  ) : (
                    <MadeState
                      invoice={invoice}
                      onNext={next}
                      onUndone={() => {
                        setCash(true)
                        again()
                      }}
                    />
                  )}
                </div>
              </>
            )}
          </div>
        </>
      )}
    </Loaded>
  )
}
