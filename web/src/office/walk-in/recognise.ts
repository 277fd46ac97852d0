import type { Draft, Payer } from './draft.ts'
import type { Earlier, EarlierOrder, Imported } from './walk-in-queries.ts'

/** Writes in who pays, as far as nothing is typed: from the account of the number, else from the last order or an earlier list. */
export function recognise(draft: Draft, found: Earlier, order?: EarlierOrder): Draft {
  const known = found.member ?? null
  const said: Partial<Payer> = known ?? order?.payer ?? found.orders?.[0]?.payer ?? listed(found.imported?.[0])
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

/** Writes in somebody of an earlier list, in place of whoever was there. Nobody gets an account by it. */
export function recogniseListed(draft: Draft, one: Imported): Draft {
  const payer = { mobile: one.mobile, name: '', chineseName: '', email: '', ...listed(one) }
  return { ...draft, known: null, book: [], forAccount: false, payer }
}

/** Who pays, as a list has it. A list of one column of names has the Chinese name there. */
function listed(one: Imported | undefined): Partial<Payer> {
  if (!one) return {}
  const chinese = one.chineseName || (/\p{Script=Han}/u.test(one.name) ? one.name : '')
  return { name: one.name === chinese ? '' : one.name, chineseName: chinese, email: one.email }
}

function keep(typed: string, other: string | undefined): string {
  return typed.trim() === '' ? (other ?? '') : typed
}
