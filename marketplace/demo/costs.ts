import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { changePackaging, enterCosts, type EnteredCost } from '#features/core/costs/enter-costs-db.server.ts'
import { postAllDueGoods } from '#features/core/costs/post-due-goods.server.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'
import type { History } from './history.ts'
import type { Offer } from './plan.ts'

/** Share of the price that shops pay for their goods, by department. */
const shares: Readonly<Record<string, number>> = { film: 0.68, darkroom: 0.6, accessories: 0.45, lenses: 0.6 }
const usualShare = 0.56

/** Days before now: longer than the history, the last rise, and since when packaging is counted. */
const [firstDay, riseDay, packagingDay] = [400, 120, 30]

interface Writing {
  tx: Transaction<Schema>
  sellerId: number
  member: { name: string }
  now: Date
}

/**
 * Enters the costs of most SKUs, so that profits show at once; a few remain unknown, and some have purchases. Returns
 * their number.
 */
export async function writeCosts({ tx, sellerId, member, now }: Writing, history: History): Promise<number> {
  const { currency, time_zone: zone } = history.seller
  const ago = (days: number) => startOfDay(addDays(dateAt(now, zone), -days), zone)
  const sold = unitsSold(history)
  const costs = history.stock.offers
    .filter(({ index }) => index % 8 !== 5)
    .flatMap((offer): EnteredCost[] => {
      const { sku, index, available, ware } = offer
      const share = (shares[ware.department.key] ?? usualShare) + (((index * 37) % 13) - 6) / 100
      const unitCostMinor = Math.round(ware.priceMinor * share)
      const isPurchase = ware.repeats && available > 0 && index % 6 === 1
      const quantity = isPurchase ? available + (sold.get(offer) ?? 0) : null
      const first = { sku, key: 'demo-1', currency, unitCostMinor, quantity, since: ago(firstDay) }
      if (isPurchase || index % 5 !== 0) return [first]
      return [first, { ...first, key: 'demo-2', unitCostMinor: Math.round(unitCostMinor * 1.04), since: ago(riseDay) }]
    })
  await enterCosts(tx, { sellerId, costs, source: 'TYPED', enteredBy: member.name, now })
  await changePackaging(tx, { sellerId, costMinor: 45, currency, now: ago(packagingDay) })
  await postAllDueGoods(tx, sellerId)
  return costs.length
}

function unitsSold({ orders }: History): Map<Offer, number> {
  const units = new Map<Offer, number>()
  for (const { offer, quantity } of orders.flatMap(({ lines }) => lines))
    units.set(offer, (units.get(offer) ?? 0) + quantity)
  return units
}
