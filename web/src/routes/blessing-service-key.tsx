import { useMemo } from 'react'
import { FormFields } from '../forms/form-fields.tsx'
import { namesOf } from '../domain/form/sheet-of-draft.ts'
import { ClosedNotice } from '../features/offering/closed-notice.tsx'
import { NextSteps } from '../features/offering/next-steps.tsx'
import { canBook } from '../domain/offering.ts'
import { OfferingHeading } from '../features/offering/offering-heading.tsx'
import { chosen } from '../domain/order.ts'
import { OrderForm } from '../features/offering/order-form.tsx'
import { PaperSlip } from '../features/offering/paper-slip.tsx'
import { useT } from '../i18n/context.tsx'
import { useHref } from '../site/router/href.ts'
import { Link } from '../site/router/link.tsx'
import { useNavigate } from '../site/router/navigation.ts'
import { usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { useQueryValue } from '../site/router/query-value.ts'
import { useSession } from '../site/session/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast-store.ts'
import { useAfterPress } from '../ui/use-after-press.ts'
import { MessageForm } from '../features/contact/message-form.tsx'
import { useOrder, type Offering } from '../features/offering/use-order.ts'
import { useOrderForm } from '../features/offering/use-order-form.ts'

export default function OfferingPage() {
  const offering = usePageData('blessing-service-key')
  if (!offering) return null
  if (offering.enquiryOnly) return <EnquiryOffering offering={offering} />
  return canBook(offering) ? <OpenOffering offering={offering} /> : <ClosedOffering offering={offering} />
}

/** An offering arranged with the temple: its form is sent to the office instead of the cart. */
function EnquiryOffering({ offering }: { offering: Offering }) {
  const t = useT()
  return (
    <div className="wrap mt-3 space-y-8 *:max-w-[56rem]">
      <OfferingHeading offering={offering} />
      <About offering={offering} />
      {offering.form && offering.state === 'open' ? (
        <>
          <MessageForm
            key={offering.form.key}
            definition={offering.form}
            title={t('offering.enquiry')}
            text={t('offering.enquiry-form-text')}
          />
          <p className="flex flex-wrap items-center gap-x-5">
            {t('offering.enquiry-text')} <TemplePhone />
          </p>
        </>
      ) : (
        <ClosedNotice offering={offering} />
      )}
    </div>
  )
}

function ClosedOffering({ offering }: { offering: Offering }) {
  return (
    <div className="wrap mt-3 space-y-8 *:max-w-[56rem]">
      <OfferingHeading offering={offering} />
      <ClosedNotice offering={offering} />
      <About offering={offering} />
    </div>
  )
}

function OpenOffering({ offering }: { offering: Offering }) {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const session = useSession()
  const itemId = useQueryValue('item')
  const { order, setOrder, answers, changeForm, send, editing, gone, restored, startAfresh } = useOrder(
    offering,
    itemId,
  )
  const form = useOrderForm(offering, order, answers, {
    send,
    done: () => {
      toast({ text: editing ? 'offering.saved' : 'offering.added', type: 'success' })
      void session.refresh()
      return navigate(href('cart'))
    },
  })
  const leave = useAfterPress(form.recheck)

  const definition = offering.form
  const names = useMemo(
    () => (definition ? namesOf(definition, answers) : { living: [], departed: [] }),
    [answers, definition],
  )
  const memorial = definition?.fields.some((field) => field.takes === 'departed') ?? false
  const asksNames = definition?.fields.some((field) => field.type === 'people') ?? false
  const option = chosen(offering, order)

  return (
    <div className="wrap mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 pb-24 lg:pb-0 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
      <OrderForm
        form={form}
        offering={offering}
        order={order}
        onOrder={setOrder}
        editing={editing}
        names={asksNames ? names.living.length + names.departed.length : undefined}
        onLeave={leave}
        intro={
          <>
            <OfferingHeading offering={offering} />
            <div className="mt-6 empty:hidden">
              <DraftNotice editing={editing} gone={gone} restored={restored} onStartAfresh={startAfresh} />
            </div>
          </>
        }
        renderSlip={
          asksNames && option
            ? (beside) => (
                <PaperSlip
                  living={names.living}
                  departed={names.departed}
                  option={option.chineseTitle}
                  memorial={memorial}
                  beside={beside}
                />
              )
            : undefined
        }
        fields={
          definition && (
            <FormFields
              definition={definition}
              draft={answers}
              nameCapacity={option?.nameCapacity}
              errors={form.errors}
              onChange={changeForm}
              taiSui={offering.taiSui}
              firstSection={offering.options.length > 1 ? 1 : 0}
            />
          )
        }
        after={
          <>
            <NextSteps memorial={memorial} names={asksNames} />
            {offering.onWall && (
              <p>
                {t('offering.wall-text')}{' '}
                <Link to="merit-wall" className="link touch">
                  {t('common.wall-title')}
                </Link>
              </p>
            )}
            <About offering={offering} />
          </>
        }
      />
    </div>
  )
}

/** Why the form is already filled in, or differs from what was expected. */
function DraftNotice(props: { editing: boolean; gone: boolean; restored: boolean; onStartAfresh: () => void }) {
  const t = useT()
  if (props.gone) return <Notice kind="warning" title={t('offering.item-gone')} />
  if (props.editing) {
    return (
      <Notice title={t('offering.editing')}>
        <Link to="cart" className="link touch">
          {t('offering.keep-as-is')}
        </Link>
      </Notice>
    )
  }
  if (!props.restored) return null
  return (
    <Notice title={t('offering.restored')}>
      <button type="button" className="link touch" onClick={props.onStartAfresh}>
        {t('offering.start-afresh')}
      </button>
    </Notice>
  )
}

function About({ offering }: { offering: Offering }) {
  const t = useT()
  if (!offering.html) return null
  return (
    <section aria-labelledby="about-offering">
      <h2 id="about-offering" className="mb-3 text-2xl">
        {t('offering.about-title')}
      </h2>
      {/* oxlint-disable-next-line react/no-danger -- internal/base/markup sanitises it when stored and when served */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: offering.html }} />
    </section>
  )
}
