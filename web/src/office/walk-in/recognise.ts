import type { Draft, Payer } from './draft.ts'
import type { Earlier, EarlierOrder, Imported } from './walk-in-queries.ts'

/** Fills in empty payer fields: from the account with the number, otherwise from the last order or an imported list. */
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

/** Fills in the payer from an imported list, replacing the current one. This creates no account. */
export function recogniseListed(draft: Draft, one: Imported): Draft {
  const payer = { mobile: one.mobile, name: '', chineseName: '', email: '', ...listed(one) }
  return { ...draft, known: null, book: [], forAccount: false, payer }
}

/** The payer from an imported list. If the list has a single name column, the Chinese name may be in it. */
function listed(one: Imported | undefined): Partial<Payer> {
  if (!one) return {}
  const chinese = one.chineseName || (/\p{Script=Han}/u.test(one.name) ? one.name : '')
  return { name: one.name === chinese ? '' : one.name, chineseName: chinese, email: one.email }
}

function keep(typed: string, other: string | undefined): string {
  return typed.trim() === '' ? (other ?? '') : typed
}
