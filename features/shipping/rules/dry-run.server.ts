import type { SellerDb } from '#db/client.ts'
import { readTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { readLabelOrders, type LabelOrder } from '#features/shipping/labels/label-order-db.server.ts'
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

export interface WaitingOrders {
  orders: LabelOrder[]
  tags: Map<number, string[]>
  isAll: boolean
}

/** Reads the orders that wait for shipment today, with what rules look at. */
export async function readWaitingOrders(db: SellerDb, sellerId: number): Promise<WaitingOrders> {
  const numbers = await readWaiting(db, sellerId, mostOrders + 1)
  const orders = await readLabelOrders(db, sellerId, numbers.slice(0, mostOrders))
  const tags = await readTags(
    db,
    sellerId,
    orders.map(({ id }) => id),
  )
  return { orders, tags, isAll: numbers.length <= mostOrders }
}

interface DryRunRow {
  order: string
  href: string
  to: string
  weight: string
  value: string
  /** A rule that applies, with what it chooses here. */
  chosen: { rule: string; words: string }[]
}

/** What the rules choose for each order that waits, with all its units in one parcel. */
export function dryRunRows(
  rules: readonly LabelRule[],
  { orders, tags }: WaitingOrders,
  { texts, currency }: { texts: Texts; currency: string },
): DryRunRow[] {
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
      chosen: byRule(decisions).map(({ rule, actions }) => ({
        rule,
        words: actionWords(actions, { texts, currency }),
      })),
    }
  })
}

/** The rules that decided something, in the order in which they are first needed. */
function byRule(decisions: LabelDecisions): { rule: string; actions: Partial<LabelActions> }[] {
  const rules = [...new Set(Object.values(decisions).map(({ rule }) => rule))]
  return rules.map((rule) => ({
    rule,
    actions: Object.fromEntries(
      Object.entries(decisions).flatMap(([action, decided]) =>
        decided.rule === rule ? [[action, decided.value]] : [],
      ),
    ),
  }))
}
