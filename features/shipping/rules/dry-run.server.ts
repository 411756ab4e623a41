import type { SellerDb } from '#db/client.ts'
import { readTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { readLabelOrders } from '#features/shipping/labels/label-order-db.server.ts'
import { openContents, weightOf } from '#features/shipping/labels/label-parcel.ts'
import { parcelFacts } from '#features/shipping/labels/parcel-facts.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import {
  insuredBy,
  type LabelActions,
  type LabelDecisions,
  type LabelRule,
} from '#features/core/shipping/label-rule.ts'
import { actionWords } from './rule-words.ts'
import { applyRules } from '#features/core/shipping/shop-rule.ts'
import { readWaiting } from '#features/core/shipping/shop-rules-db.server.ts'

/** Orders that a dry run lists. */
const mostOrders = 50

/** Reads the orders that wait for shipment today, with what rules look at. */
export async function readWaitingOrders(db: SellerDb, sellerId: number) {
  const numbers = await readWaiting(db, sellerId, mostOrders + 1)
  const orders = await readLabelOrders(db, sellerId, numbers.slice(0, mostOrders))
  const tags = await readTags(
    db,
    sellerId,
    orders.map(({ id }) => id),
  )
  return { orders, tags, isAll: numbers.length <= mostOrders }
}

/** What the rules choose for each order that waits, with all its units in one parcel. */
export function dryRunRows(
  rules: readonly LabelRule[],
  { orders, tags }: Awaited<ReturnType<typeof readWaitingOrders>>,
  { texts, currency }: { texts: Texts; currency: string },
) {
  return orders.map((order) => {
    const contents = openContents(order.lines)
    const grams = weightOf(order.lines, contents)
    const facts = parcelFacts(order, { contents, grams, tags: tags.get(order.id) ?? [], currency })
    const decisions: LabelDecisions = applyRules(rules, facts)
    if (insuredBy(decisions, facts) === null) delete decisions.insureFromMinor
    return {
      order: order.number,
      href: paths.orderDetails(order.number),
      to: texts.country(order.address.country),
      weight: grams === null ? '' : `${texts.number(grams)} g`,
      value: facts.minor === null ? '' : texts.money({ minor: facts.minor, currency }),
      chosen: [...new Set(Object.values(decisions).map(({ rule }) => rule))].map((rule) => ({
        rule,
        words: actionWords(decidedBy(rule, decisions), { texts, currency }),
      })),
    }
  })
}

const decidedBy = (rule: string, decisions: LabelDecisions): Partial<LabelActions> =>
  Object.fromEntries(
    Object.entries(decisions).flatMap(([action, decided]) => (decided.rule === rule ? [[action, decided.value]] : [])),
  )
