import { randomInt } from 'node:crypto'
import { minute } from '#lib/duration.ts'
import { Refusal, type Parcel } from '../parcel.ts'
import { addLine, balanceOf, currencyOf, newId, type Account } from '../store/accounts.ts'
import { inTransaction, rowsOf, type Store } from '../store/open-store.ts'
import type { Carrier } from './carrier.ts'
import { pricesOf, services, type Price, type Service } from './prices.ts'

interface Rate {
  parcel: Parcel
  service: string
  minor: number
  currency: string
}

export interface Label {
  id: string
  account: string
  rate: string
  parcelKey: string
  /** What its barcode says: the tracking number, or the number of an untracked letter. */
  number: string
  boughtAt: Date
  void: 'PENDING' | 'VOIDED' | 'REFUSED' | null
  refundAt: Date | null
  service: Service
  parcel: Parcel
  reference: string
  minor: number
  currency: string
}

const rateLifetime = 24 * 60 * minute

/** Prices of a parcel, each with the id by which it is bought. */
export function makeRates(
  carrier: Carrier,
  account: Account,
  parcel: Parcel,
): (Price & { id: string; currency: string })[] {
  const { store, now } = carrier
  return inTransaction(store, () => {
    const currency = currencyOf(store, account, { first: parcel.currency, at: now() })
    store.prepare('delete from rates where made_at < ?').run(now().getTime() - rateLifetime)
    const add = store.prepare('insert into rates (id, account, made_at, json) values (?, ?, ?, ?)')
    return pricesOf(parcel, currency).map((price) => {
      const id = newId('rate')
      const rate: Rate = { parcel, service: price.service.code, minor: price.minor, currency }
      add.run(id, account.id, now().getTime(), JSON.stringify(rate))
      return { ...price, id, currency }
    })
  })
}

interface Buying {
  rateId: string
  parcelKey: string
  reference?: string | undefined
  /** Services that a fault takes away. */
  refused: (service: string) => boolean
}

/** Buys a rate's label. The call is idempotent: repeated with the rate and the parcel's key, it returns the same label. */
export function buyLabel(carrier: Carrier, account: Account, buying: Buying): Label {
  const { store, now } = carrier
  return inTransaction(store, () => {
    const [bought] = findLabels(store, account, { rateId: buying.rateId })
    if (bought) {
      if (bought.parcelKey === buying.parcelKey) return bought
      throw new Refusal(409, 'rate-used', 'The rate was bought for another parcel')
    }
    const statement = 'select json from rates where id = ? and account = ?'
    const [row] = rowsOf<{ json: string }>(store, statement, buying.rateId, account.id)
    if (!row) throw new Refusal(410, 'rate-expired', 'The rate has expired: ask for rates again')
    const rate = JSON.parse(row.json) as Rate
    if (rate.parcel.key !== buying.parcelKey) throw new Refusal(409, 'other-parcel', 'The rate is of another parcel')
    const service = serviceOf(rate.service)
    if (buying.refused(service.code))
      throw new Refusal(422, 'service-refused', `${service.name} is not available today`)
    if (balanceOf(store, account.id) < rate.minor)
      throw new Refusal(402, 'balance-too-low', 'The balance is too low for this label: top it up')
    const id = newId('lbl')
    const number = `${service.isTracked ? 'XP' : 'XL'}${randomInt(1e11, 1e12)}`
    const json = JSON.stringify({ ...rate, reference: buying.reference ?? rate.parcel.reference })
    store
      .prepare(
        'insert into labels (id, account, rate, parcel_key, number, bought_at, json) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(id, account.id, buying.rateId, buying.parcelKey, number, now().getTime(), json)
    const { minor } = rate
    addLine(store, {
      account: account.id,
      label: id,
      kind: 'LABEL',
      at: now(),
      minor,
      text: `${service.name}, ${number}`,
    })
    return findLabel(store, account, id)
  })
}

const serviceOf = (code: string): Service => {
  const service = services.find((each) => each.code === code)
  if (!service) throw new Error(`there is no service ${code}`)
  return service
}

export interface LabelRow {
  id: string
  account: string
  rate: string
  parcel_key: string
  number: string
  bought_at: number
  void: Label['void']
  refund_at: number | null
  json: string
}

export function readLabel(row: LabelRow): Label {
  const { id, account, rate, parcel_key, number, bought_at, void: voided, refund_at, json } = row
  const { parcel, service, reference, minor, currency } = JSON.parse(json) as Rate & { reference: string }
  return {
    id,
    account,
    rate,
    parcelKey: parcel_key,
    number,
    boughtAt: new Date(bought_at),
    void: voided,
    refundAt: refund_at === null ? null : new Date(refund_at),
    service: serviceOf(service),
    parcel,
    reference,
    minor,
    currency,
  }
}

/** The account's labels of a rate or of a parcel's key, oldest first. */
export function findLabels(store: Store, account: Account, by: { rateId?: string; parcelKey?: string }): Label[] {
  const statement = `select * from labels
    where account = ?1 and (?2 is null or rate = ?2) and (?3 is null or parcel_key = ?3) order by bought_at`
  return rowsOf<LabelRow>(store, statement, account.id, by.rateId ?? null, by.parcelKey ?? null).map(readLabel)
}

/** @throws Refusal if the account has no such label; `id` may be its number, too */
export function findLabel(store: Store, account: Account, id: string): Label {
  const statement = 'select * from labels where account = ?1 and (id = ?2 or number = ?2)'
  const [row] = rowsOf<LabelRow>(store, statement, account.id, id)
  if (!row) throw new Refusal(404, 'no-label', 'There is no such label')
  return readLabel(row)
}

/** Takes a label back: the refund follows later. Repeated, it returns what became of it. */
export function voidLabel(
  { store, now, voidMinutes, refundAfterMs }: Carrier,
  account: Account,
  id: string,
): Label['void'] {
  const label = findLabel(store, account, id)
  if (label.void !== null) return label.void
  const isLate = now().getTime() > label.boughtAt.getTime() + voidMinutes * minute
  if (isLate || isMoving(store, label.id)) return 'REFUSED'
  const due = now().getTime() + refundAfterMs
  store.prepare(`update labels set void = 'PENDING', refund_at = ? where id = ?`).run(due, label.id)
  return 'PENDING'
}

export const isMoving = (store: Store, label: string) =>
  store.prepare('select 1 from events where label = ? limit 1').get(label) !== undefined

/** The parcel was weighed again: charges the difference of price, or pays it back. Returns it in minor units. */
export function correctWeight(
  { store, now }: Carrier,
  account: Account,
  { id, grams }: { id: string; grams: number },
): number {
  const label = findLabel(store, account, id)
  const { parcel, currency, service, number } = label
  const price = pricesOf({ ...parcel, grams: Math.min(grams, service.mostGrams) }, currency).find(
    (each) => each.service === service,
  )
  const minor = (price?.minor ?? label.minor) - label.minor
  const text = `Weighed ${grams} g instead of ${parcel.grams} g, ${number}`
  if (minor !== 0) addLine(store, { account: account.id, label: label.id, kind: 'CORRECTION', at: now(), minor, text })
  return minor
}
