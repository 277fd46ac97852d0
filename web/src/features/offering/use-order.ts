import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { sentAs, type Sent } from '../../api/attempt.ts'
import { useCart } from '../../site/cart/use-cart.ts'
import { changeDraft, draftOf, emptyDraft, reviveDraft, valuesOf, type FormDraft } from '../../domain/form/draft.ts'
import type { OfferingDetail } from '../../domain/offering.ts'
import { readAmount, typedAmount } from '../../domain/amount.ts'
import { having, keptValue } from '../../lib/kept.ts'
import { chosen, firstOrder, hasOpenAmount, placesOf, reviveOrder, type OrderDraft } from '../../domain/order.ts'

export type Offering = OfferingDetail

type Saved = { order: unknown; form: unknown; sent?: Sent | undefined }

export const keptOrder = (name: string) => keptValue(`shanmen.offering.${name}`, having<Saved>('order'))

const nothing: FormDraft = { answers: {}, people: {} }

/**
 * The state of an order form: choice and answers, stored for the tab while typing. With an item id it starts from that
 * cart item.
 */
export function useOrder(offering: Offering, itemId: string | undefined) {
  const { state, store } = useCart()
  const [order, setOrder] = useState<OrderDraft>(() => firstOrder(offering))
  const [answers, changeForm] = useReducer(changeDraft, offering, blankForm)
  const [restored, setRestored] = useState(false)
  const name = itemId ? `${offering.key}.${itemId}` : offering.key
  // The key of the loaded draft; nothing is stored before loading, so that an existing draft is not overwritten.
  const [loaded, setLoaded] = useState<string>()
  const untouched = useRef<{ order: OrderDraft; answers: FormDraft }>(undefined)
  const sent = useRef<Sent>(undefined)

  const item = itemId && state.status === 'ready' ? state.cart.items.find((other) => other.id === itemId) : undefined
  const [lost, setLost] = useState<string>()
  const editing = itemId !== undefined && lost !== itemId

  useEffect(() => {
    if (itemId === undefined) return
    // Fetch the cart only if this tab does not know it yet.
    if (state.status === 'unknown') void store.refetch()
    // oxlint-disable-next-line react/set-state-in-effect -- another tab's cart comes from outside React
    else if (state.status === 'empty' || (state.status === 'ready' && !item)) setLost(itemId)
    else if (item) setLost(undefined)
  }, [item, itemId, state.status, store])

  const start = useCallback(
    (next: OrderDraft, draft: FormDraft, again: boolean) => {
      untouched.current = { order: next, answers: draft }
      setOrder(next)
      changeForm({ type: 'load', draft })
      setRestored(again)
      setLoaded(name)
    },
    [name],
  )

  useEffect(() => {
    if (loaded === name) return
    const saved = keptOrder(name).read()
    if (saved) {
      sent.current = saved.sent
      // oxlint-disable-next-line react/set-state-in-effect -- sessionStorage can only be read after hydration
      start(reviveOrder(offering, saved.order), offering.form ? reviveDraft(offering.form, saved.form) : nothing, true)
    } else if (item) {
      const wanted = {
        optionId: item.optionId,
        amount: item.openAmount ? typedAmount(item.unitPrice) : '',
        term: item.term ?? 'once',
        quantity: item.quantity,
        places: item.places?.filter(({ free }) => free) ?? [],
      }
      start(reviveOrder(offering, wanted), offering.form ? draftOf(offering.form, item.form) : nothing, false)
    } else if (loaded !== undefined && !editing) {
      start(firstOrder(offering), blankForm(offering), false)
    } else if (!editing) {
      untouched.current = { order, answers }
      setLoaded(name)
    }
  }, [answers, editing, item, loaded, name, offering, order, start])

  useEffect(() => {
    if (loaded !== name || (untouched.current?.order === order && untouched.current.answers === answers)) return
    keptOrder(name).write({ order, form: answers, sent: sent.current })
  }, [answers, loaded, name, order])

  /** Sends the order to the cart; null when there was no answer. */
  const send = useCallback(async () => {
    const option = chosen(offering, order)
    const wanted = {
      ...(editing ? { id: itemId } : {}),
      offeringId: offering.id,
      optionId: order.optionId,
      quantity: order.quantity,
      ...(hasOpenAmount(option) ? { amount: readAmount(order.amount) } : {}),
      term: order.term,
      ...(option?.choosesPlace ? { positions: placesOf(option, order).map(({ id }) => id) } : {}),
      ...(offering.form ? { form: valuesOf(offering.form, answers) } : {}),
    }
    // Resending after a lost answer uses the same key, so that the server adds the item once.
    sent.current = sentAs(sent.current, wanted)
    keptOrder(name).write({ order, form: answers, sent: sent.current })
    const result = await store.post([wanted], sent.current.key)
    if (result?.status === 200) keptOrder(name).write(undefined)
    return result
  }, [answers, editing, itemId, name, offering, order, store])

  const startAfresh = useCallback(() => {
    keptOrder(name).write(undefined)
    sent.current = undefined
    start(firstOrder(offering), blankForm(offering), false)
  }, [name, offering, start])

  return {
    order,
    setOrder,
    answers,
    changeForm,
    send,
    editing,
    gone: itemId !== undefined && lost === itemId,
    restored,
    startAfresh,
  }
}

function blankForm(offering: Offering): FormDraft {
  return offering.form ? emptyDraft(offering.form) : nothing
}
