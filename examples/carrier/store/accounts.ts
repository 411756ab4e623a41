import { createHash, randomBytes } from 'node:crypto'
import { assertDefined } from '#lib/assert-defined.ts'
import { currencyDecimals } from '#lib/money.ts'
import { Refusal } from '../parcel.ts'
import { inCurrency } from '../trade/prices.ts'
import { rowsOf, type Store } from './open-store.ts'

export interface Account {
  id: string
  /** Null until the first rates. */
  currency: string | null
  webhook_url: string | null
  webhook_secret: string | null
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`

/** Any key of this form is an account of its own, opened when it is first used. */
const keyForm = /^carrier_\w{8,64}$/

export function accountOf(store: Store, authorization: string | undefined): Account {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
  if (!keyForm.test(key)) throw new Refusal(401, 'wrong-key', 'The key is not known: one looks like carrier_4f8a91c2')
  const hash = createHash('sha256').update(key).digest('hex')
  store.prepare('insert into accounts (id, key_hash) values (?, ?) on conflict do nothing').run(newId('acc'), hash)
  const [account] = rowsOf<Account>(store, 'select * from accounts where key_hash = ?', hash)
  return assertDefined(account, 'it was inserted')
}

export const findAccount = (store: Store, id: string): Account | undefined =>
  rowsOf<Account>(store, 'select * from accounts where id = ?', id)[0]

/** Hundredths of a pound that an account begins with. */
const openingPence = 50_000

/** The account's currency: that of its first rates, with which its balance is opened. */
export function currencyOf(store: Store, account: Account, { first, at }: { first: string; at: Date }): string {
  const { changes } = store
    .prepare('update accounts set currency = ? where id = ? and currency is null')
    .run(first, account.id)
  if (changes > 0)
    addLine(store, {
      account: account.id,
      label: null,
      kind: 'TOP_UP',
      at,
      minor: -inCurrency(openingPence, first),
      text: 'Opening balance',
    })
  return findAccount(store, account.id)?.currency ?? first
}

export interface Line {
  account: string
  label: string | null
  kind: 'TOP_UP' | 'LABEL' | 'REFUND' | 'CORRECTION'
  at: Date
  minor: number
  text: string
}

export function addLine(store: Store, { account, label, kind, at, minor, text }: Line): void {
  store
    .prepare('insert into lines (account, label, kind, at, minor, text) values (?, ?, ?, ?, ?, ?)')
    .run(account, label, kind, at.getTime(), minor, text)
}

/** Lines in `from <= at < until`, oldest first. */
export function linesOf(store: Store, account: string, from: Date, until: Date): (Line & { id: number })[] {
  const rows = rowsOf<Omit<Line, 'at'> & { id: number; at: number }>(
    store,
    'select * from lines where account = ? and at >= ? and at < ? order by at, id',
    account,
    from.getTime(),
    until.getTime(),
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

export function balanceOf(store: Store, account: string): number {
  const statement = 'select -coalesce(sum(minor), 0) as minor from lines where account = ?'
  return rowsOf<{ minor: number }>(store, statement, account)[0]?.minor ?? 0
}

/** Adds a whole amount of the account's currency, such as 50 euros. */
export function topUp(store: Store, account: Account, { amount, at }: { amount: number; at: Date }): void {
  const currency = currencyOf(store, account, { first: 'GBP', at })
  const minor = -amount * 10 ** currencyDecimals(currency)
  addLine(store, { account: account.id, label: null, kind: 'TOP_UP', at, minor, text: 'Top-up' })
}
