import type { Draft, Payer } from './draft.ts'
import type { Earlier, EarlierOrder } from './walk-in-queries.ts'

/** Writes in who pays, as far as nothing is typed: from the account of the number, else from the last order. */
export function recognise(draft: Draft, found: Earlier, order?: EarlierOrder): Draft {
  const known = found.member ?? null
  const said: Partial<Payer> = known ?? order?.payer ?? found.orders?.[0]?.payer ?? {}
  return {
    ...draft,
    known,
    book: found.family ?? [],
    forAccount: known !== null,
    locale: known?.locale ?? order?.locale ?? found.orders?.[0]?.locale ?? draft.locale,
    payer: {
      mobile: found.mobile || draft.payer.mobile,
      name: keep(draft.payer.name, said.name),
      chineseName: keep(draft.payer.chineseName, said.chineseName),
      email: keep(draft.payer.email, said.email),
    },
  }
}

function keep(typed: string, other: string | undefined): string {
  return typed.trim() === '' ? (other ?? '') : typed
}
