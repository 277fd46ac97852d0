import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../../api/client.ts'
import { blank } from '../../domain/form/validate.ts'
import { unprintable } from '../../domain/unprintable.ts'
import { toastUnexpected } from '../../forms/use-act.ts'
import type { Told } from '../../forms/refusal.ts'
import { useTold } from '../../forms/use-told.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { cashGiven, isMuch } from '../counter/cash.ts'
import { CounterTop } from '../counter/counter-top.tsx'
import { readPaper } from '../counter/paper-choice.ts'
import { MuchCash } from '../counter/much-cash.tsx'
import { PaperDialog } from '../counter/paper-dialog.tsx'
import { PrintReceipt } from '../counter/print-receipt.tsx'
import { scanned } from '../counter/scanned.ts'
import { ShiftBar } from '../counter/shift-bar.tsx'
import { Failed } from '../kit/query/failed.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { valueOf } from '../kit/session/session-gate.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { checkLine } from './check.ts'
import { isBlank, withItem, wishOf, type Draft } from './draft.ts'
import { lastCash, type Taken } from './draft-memory.ts'
import { ExpressCash } from './express-cash.tsx'
import { ExpressFoot } from './express-foot.tsx'
import { ExpressName, type Place } from './express-name.tsx'
import { ExpressTiles, type Tile } from './express-tiles.tsx'
import { asksAmount, choicesOf, fits, forFullForm, isQuick, namesFor, withTile } from './express.ts'
import { HoldBar } from './hold-bar.tsx'
import { LastSale } from './last-sale.tsx'
import { useDraft } from './use-draft.ts'
import { useLines } from './use-offerings.ts'
import { useSell } from './use-sell.ts'
import { offeringQuery } from './walk-in-queries.ts'

/** An order number or payment reference typed by a scanner, which opens the order. */
const ofAnOrder = /^([2-9A-HJKMNP-Z]{10}|[A-Z][A-Z0-9]{0,7}-\d{4}-\d{6})$/

/** The quick sale: one item for one name, paid in cash, with a typed name and four taps. */
export function ExpressPage({ user }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { draft, change, refuse } = useDraft(user.id)
  const tiles = useQuery({
    queryKey: ['walk-in', 'tiles', locale],
    meta: { shows: ['places'] },
    queryFn: () => valueOf(() => api.get('/api/admin/walk-in/tile')),
    staleTime: 600_000,
  })
  const { lines, error: noLines } = useLines(draft.items)
  const [place, setPlace] = useState<Place>()
  const [said, tell] = useTold()
  const [noShift, setNoShift] = useState(false)
  const [paper, setPaper] = useState(readPaper)
  const [choosing, setChoosing] = useState(false)
  const [asking, setAsking] = useState(false)
  const [last, setLast] = useState<Taken | undefined>(lastCash)
  const [fresh, setFresh] = useState(false)
  const [printing, setPrinting] = useState<{ id: string; locale: 'en' | 'zh'; time: number; cash?: Taken }>()
  const name = useRef<HTMLInputElement>(null)
  const cashField = useRef<HTMLInputElement>(null)
  const line = draft.items.length === 1 ? lines?.[0] : undefined
  const quick = isQuick(draft, line?.offering)
  useEffect(() => {
    name.current?.focus() // so that a scanned code goes into a field
  }, [])
  useEffect(() => {
    for (const { offeringKey } of tiles.data?.items ?? []) void client.prefetchQuery(offeringQuery(offeringKey, locale))
  }, [tiles.data, client, locale])

  const right = () => {
    tell()
    setPlace(undefined)
    setNoShift(false)
  }
  const wrong = (where: Place, told: Told) => {
    setNoShift(false)
    tell(told)
    setPlace(where)
    if (where === 'name') name.current?.focus()
    if (where === 'cash') cashField.current?.focus()
  }
  const sale = useSell(
    { draft, change },
    ({ invoice, change: back }, sent) => {
      right()
      if (sent.method === 2001) return navigate(`/walk-in/${invoice.id}`)
      const cash = lastCash()
      setLast(cash)
      setFresh(true)
      if (paper.paper !== 'none') setPrinting({ id: invoice.id, locale: sent.locale, time: Date.now(), cash })
      toast({ text: (back ?? 0) > 0 ? 'office.give-back' : 'office.no-change', type: 'success' })
      name.current?.focus()
    },
    ({ told, code, problems }) => {
      if (problems.some(({ field }) => field.startsWith('items['))) {
        // What a single name cannot answer is asked in the full form.
        change(forFullForm)
        refuse(problems)
        return navigate('/walk-in/names')
      }
      wrong(problems.some(({ field }) => field.startsWith('payer')) ? 'name' : 'sale', told)
      setNoShift(code === 'shift-not-open')
    },
  )
  const due = line?.cents ?? 0
  const { given, cash } = cashGiven(due, draft.given)
  const locked = sale.unsent || sale.pending
  const write = (next: (draft: Draft) => Draft) => {
    right()
    setFresh(false)
    change(next)
  }
  async function take(tile: Tile) {
    try {
      const offering = await client.fetchQuery(offeringQuery(tile.offeringKey, locale))
      if (fits(offering, tile.optionId)) {
        write((now) => withTile(now, offering, tile.optionId))
        return name.current?.focus()
      }
      write((now) => withItem(forFullForm({ ...now, items: [] }), offering, tile.optionId))
      navigate('/walk-in/names')
    } catch (failure) {
      console.error(failure)
      toastUnexpected()
    }
  }
  function toFull() {
    write(forFullForm)
    navigate(draft.items.length > 0 ? '/walk-in/names' : '/walk-in/items')
  }
  function enter() {
    const code = scanned(draft.typed)
    if (ofAnOrder.test(code.toUpperCase()) && draft.items.length === 0) {
      write((now) => ({ ...now, typed: '' }))
      return navigate(`/counter?${new URLSearchParams({ q: code.toUpperCase() })}`)
    }
    cashField.current?.focus()
    cashField.current?.select()
  }
  function sell(method: 1 | 2001, sure = false) {
    right()
    if (sale.unsent) return sale.again()
    if (!line) return wrong('item', { key: 'walk-in.tile-first' })
    const names = namesFor(draft)
    const payer = draft.samePayer ? names : draft.payer
    if (blank(names.name) && blank(names.chineseName)) return wrong('name', { key: 'walk-in.name-needed' })
    if (blank(payer.name) && blank(payer.chineseName)) return wrong('payer', { key: 'walk-in.name-needed' })
    for (const [place, typed] of [['name', names] as const, ['payer', payer] as const]) {
      const chars = unprintable(typed.name + typed.chineseName)
      if (chars) return wrong(place, { key: 'fault.unprintable-character', vars: { chars } })
    }
    const open = choicesOf(line.offering).some(({ key }) => !line.item.form?.answers[key])
    if (open) return wrong('choice', { key: 'walk-in.choice-needed' })
    if (line.cents === undefined || (asksAmount(line.offering, line.item) && line.cents === 0))
      return wrong('amount', { key: 'office.amount-wrong' })
    if (method === 1 && given === null) return wrong('cash', { key: 'office.amount-wrong' })
    if (method === 1 && given !== null && given < due) return wrong('cash', { key: 'walk-in.given-short' })
    if (checkLine(line, draft.forAccount, Date.now(), t, locale).length > 0) return toFull()
    const much = method === 1 && !sure && isMuch(due, given ?? 0)
    setAsking(much)
    if (much) return
    void sale.send({
      locale: draft.locale,
      payer: draft.forAccount ? {} : { name: payer.name, chineseName: payer.chineseName },
      ...(draft.forAccount && draft.known ? { userId: draft.known.id } : {}),
      items: [wishOf(line.item, line.offering, draft.forAccount)],
      paymentAmount: due,
      method,
      ...(method === 1 && given !== null ? { amountReceived: given } : {}),
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sale.pending) sell(1)
  }
  return (
    <>
      <CounterTop here="quick" title={t('walk-in.express')} keepFocus>
        <HoldBar
          draft={draft}
          locked={locked}
          onChanged={() => {
            right()
            setFresh(false)
            name.current?.focus()
          }}
        />
      </CounterTop>
      <ShiftBar />
      {!quick && !isBlank(draft) ? (
        <Notice title={t('walk-in.full-open')}>
          <Link href="/walk-in/names" className={buttonClass('primary', 'mt-3')}>
            {t('walk-in.full-go-on')}
          </Link>
        </Notice>
      ) : (
        <form onSubmit={submit} noValidate className="space-y-3.5">
          {(tiles.error ?? noLines) && (
            <Failed
              error={tiles.error ?? noLines ?? new Error()}
              onAgain={() =>
                void (tiles.error ? tiles.refetch() : client.invalidateQueries({ queryKey: ['offering'] }))
              }
            />
          )}
          <div className="grid gap-3.5 md:grid-cols-[minmax(0,1fr)_minmax(0,24.5rem)] xl:grid-rows-[auto_1fr]">
            <div className="md:col-span-2 xl:col-span-1">
              {tiles.isLoading && <Skeleton lines={6} card />}
              {tiles.data && (
                <ExpressTiles
                  tiles={tiles.data.items ?? []}
                  chosen={draft.items[0]?.order.optionId}
                  locked={locked}
                  onPress={(tile) => void take(tile)}
                />
              )}
            </div>
            <ExpressName
              draft={draft}
              line={line}
              error={place && said ? { place, text: said } : undefined}
              locked={locked}
              field={name}
              paper={t(`walk-in.prints-${paper.paper}`)}
              onPaper={() => setChoosing(true)}
              onChange={write}
              onEnter={enter}
              onFull={toFull}
            />
            <ExpressCash
              due={due}
              typed={draft.given}
              error={place === 'cash' ? said : undefined}
              locked={locked}
              field={cashField}
              onType={(typed) => write((now) => ({ ...now, given: typed }))}
            />
          </div>
          {place === 'sale' && said && (
            <Notice kind="error" role="alert" title={said}>
              {noShift && (
                <Link href="/counter/shift" className="link touch">
                  {t('office.open-shift')}
                </Link>
              )}
            </Notice>
          )}
          {sale.unsent && <UnsentNotice text={t('office.unsent-cash')} onStop={sale.stop} />}
          <ExpressFoot
            cash={cash}
            done={fresh ? last?.change : undefined}
            due={due}
            prints={paper.paper !== 'none'}
            pending={sale.pending}
            again={sale.unsent}
            onPayNow={() => sell(2001)}
          />
        </form>
      )}
      {last && (
        <LastSale
          taken={last}
          onPrint={() => setPrinting({ id: last.invoiceId, locale: draft.locale, time: Date.now(), cash: last })}
          onUndone={(id, number) => {
            toast({ text: 'office.undone-toast', params: { number } })
            void client.invalidateQueries()
            navigate(`/walk-in/${id}`)
          }}
        />
      )}
      <MuchCash open={asking} due={due} given={given} onBack={() => setAsking(false)} onTake={() => sell(1, true)} />
      <PaperDialog open={choosing} choice={paper} onChoose={setPaper} onClose={() => setChoosing(false)} />
      {printing && (
        <PrintReceipt
          key={printing.time}
          invoices={[printing.id]}
          choice={paper.paper === 'none' ? { ...paper, paper: 'a5' } : paper}
          locale={printing.locale}
          change={printing.cash}
          onFailed={() => toast({ text: 'office.print-failed', type: 'error' })}
        />
      )}
    </>
  )
}
