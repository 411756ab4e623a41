import type { Row } from '#db/schema.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { hour } from '#lib/duration.ts'
import { brand } from '#lib/brand.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { adoptLostPurchases } from './adopt-lost.server.ts'
import { finishPurchase, finishVoid } from './finish-label-db.server.ts'
import { providerFor, readLabelSettings } from './label-accounts-db.server.ts'
import { readContents, readLabelOrders } from './label-order-db.server.ts'
import { labelParcel } from './label-parcel.ts'
import { LabelError, type LabelParcel, type LabelProvider } from '#features/shipping/label-providers/label-provider.ts'
import { chooseRate, nextAsk } from './label.ts'
import { turnMs } from './want-labels-db.server.ts'

type WorkHub = Pick<Hub, 'db' | 'now' | 'config' | 'secret'>
type Label = Row<'labels'>

/** Asks without an answer after which a purchase that the provider does not know counts as not made. */
const sureAfter = 3

/**
 * Takes a label a step further, with its provider: buys what is wanted, asks what became of a purchase whose answer is
 * lost, or of a void. The caller has it alone until its `next_at`. Returns the label as it is afterwards.
 */
export async function workOnLabel(hub: WorkHub, label: Label): Promise<Label> {
  try {
    const context = await readContext(hub, label)
    if (!context)
      return await settle(hub, label, { ...lostWith(label), state: 'FAILED', problem: 'NO_ACCOUNT', next_at: null })
    switch (label.state) {
      case 'WANTED':
        return await buy(hub, label, context)
      case 'BUYING':
        return await askForPurchase(hub, label, context)
      case 'VOIDING':
        return await askForVoid(hub, label, context)
      default:
        return label
    }
  } catch (error) {
    if (!(error instanceof LabelError)) throw error
    const isUnsure = label.state !== 'WANTED'
    return isUnsure ? askLater(hub, label) : fail(hub, label, error)
  }
}

interface Context {
  provider: LabelProvider
  parcel: LabelParcel
}

async function readContext(hub: WorkHub, label: Label): Promise<Context | null> {
  const { seller_id: sellerId } = label
  return ownRows(hub, sellerId).read(async (db) => {
    const account = await selectOfSeller(db, 'label_accounts', sellerId)
      .selectAll()
      .where('id', '=', label.account_id)
      .executeTakeFirst()
    const { order_number: number } = await selectOfSeller(db, 'orders', sellerId)
      .select('order_number')
      .where('id', '=', label.order_id)
      .executeTakeFirstOrThrow()
    const sender = await readLabelSettings(db, sellerId)
    const [order] = await readLabelOrders(db, sellerId, [brand<OrderNumber>(number)])
    if (!account || !sender || !order) return null
    const contents = await readContents(db, label)
    const [length, width, height] = label.size_mm ?? []
    const isSized = length !== undefined && width !== undefined && height !== undefined
    const parcel = labelParcel(
      { key: label.label_key, isReturn: label.case_id !== null },
      {
        order,
        sender,
        choice: {
          contents,
          grams: label.grams,
          sizeMm: isSized ? [length, width, height] : null,
          insuredMinor: label.insured_minor,
          signature: label.signature,
        },
      },
    )
    return { provider: providerFor(account, hub), parcel }
  })
}

async function buy(hub: WorkHub, label: Label, { provider, parcel }: Context): Promise<Label> {
  const earlier = await adoptLostPurchases(hub, label)
  if (earlier === 'SAME') return reread(hub, label)
  if (earlier === 'OVERLAPS') return fail(hub, label, { code: 'EARLIER' })
  const rate = chooseRate(await provider.rates(parcel), label.wish)
  if (!rate) return fail(hub, label, { code: 'NO_SERVICE' })
  if (rate.currency !== label.currency || rate.costMinor > label.limit_minor)
    return fail(hub, label, { code: 'PRICE', costMinor: rate.costMinor, currency: rate.currency })
  // Recorded before it is bought: whoever continues asks for this rate.
  const buying = await take(hub, label, {
    state: 'BUYING',
    rate_id: rate.id,
    customs: parcel.customs && JSON.stringify(parcel.customs),
    next_at: new Date(hub.now().getTime() + turnMs),
  })
  if (!buying) return reread(hub, label)
  try {
    const bought = await provider.buy(rate.id, parcel, label.format)
    return await ownRows(hub, label.seller_id).write((db) => finishPurchase(db, buying, { bought, now: hub.now() }))
  } catch (error) {
    if (!(error instanceof LabelError)) throw error
    return error.failure === 'UNAVAILABLE' ? askLater(hub, buying) : fail(hub, buying, error)
  }
}

async function askForPurchase(hub: WorkHub, label: Label, { provider, parcel }: Context): Promise<Label> {
  const found = await provider.find(label.rate_id ?? '', parcel, label.format)
  if (found)
    return ownRows(hub, label.seller_id).write((db) => finishPurchase(db, label, { bought: found, now: hub.now() }))
  // The provider may still be carrying out the request.
  return label.asked < sureAfter ? askLater(hub, label) : fail(hub, label, { code: 'NOT_BOUGHT' }, lostWith(label))
}

/** A late provider may still make the label of the rate: it is asked before another is bought. */
const lostWith = ({ state, account_id: accountId, rate_id: rateId, lost }: Label): Pick<Change, 'lost'> =>
  state === 'BUYING' && rateId !== null ? { lost: JSON.stringify([...lost, { accountId, rateId }]) } : {}

async function askForVoid(hub: WorkHub, label: Label, { provider, parcel }: Context): Promise<Label> {
  const found = await provider.find(label.rate_id ?? '', parcel, label.format)
  const state = found?.void ?? (await provider.void(label.provider_label_id ?? ''))
  if (state === 'PENDING') return askLater(hub, label, hour)
  return ownRows(hub, label.seller_id).write((db) => finishVoid(db, label, { state, now: hub.now() }))
}

/** Why a label was not bought: the provider's words, or a reason of the hub that the page puts into words. */
type Failure =
  | LabelError
  | { code: 'NO_SERVICE' | 'NOT_BOUGHT' | 'EARLIER' }
  | { code: 'PRICE'; costMinor: number; currency: string }

/** Stored instead of the provider's words; `PRICE 425 GBP`. */
function problemOf(failure: Failure): string {
  if (failure instanceof LabelError)
    return failure.failure === 'REFUSED' ? `: ${failure.message}`.slice(0, 500) : failure.failure
  return failure.code === 'PRICE' ? `PRICE ${failure.costMinor} ${failure.currency}` : failure.code
}

const fail = (hub: WorkHub, label: Label, failure: Failure, change: Change = {}) =>
  settle(hub, label, { ...change, state: 'FAILED', problem: problemOf(failure), next_at: null })

function askLater(hub: WorkHub, label: Label, atLeastMs = 0): Promise<Label> {
  const now = hub.now()
  const next = nextAsk(label.asked, now)
  const at = new Date(Math.max(next.getTime(), now.getTime() + atLeastMs))
  return settle(hub, label, { asked: Math.min(label.asked + 1, 1_000), next_at: at })
}

type Change = Partial<Pick<Label, 'state' | 'problem' | 'next_at' | 'asked' | 'rate_id'>> & {
  customs?: string | null
  lost?: string
}

/** Changes a label that nobody else has taken further; undefined if somebody has. */
const take = (hub: WorkHub, label: Label, change: Change): Promise<Label | undefined> =>
  ownRows(hub, label.seller_id).write((db) =>
    updateOfSeller(db, 'labels', label.seller_id)
      .set(change)
      .where('id', '=', label.id)
      .where('state', '=', label.state)
      .where('next_at', '=', label.next_at)
      .returningAll()
      .executeTakeFirst(),
  )

const settle = async (hub: WorkHub, label: Label, change: Change): Promise<Label> =>
  (await take(hub, label, change)) ?? reread(hub, label)

const reread = (hub: WorkHub, label: Label): Promise<Label> =>
  ownRows(hub, label.seller_id).read((db) =>
    selectOfSeller(db, 'labels', label.seller_id).selectAll().where('id', '=', label.id).executeTakeFirstOrThrow(),
  )
