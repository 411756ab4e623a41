import { readRules, readWaiting } from '#features/core/shipping/shop-rules-db.server.ts'
import { readPackages } from '#features/selling/policies/packages-db.server.ts'
import { packageSizes, weightUnitOf } from '#features/shipping/labels/label-sheet-view.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { valuesOfRule } from './rule-form.server.ts'
import { actionWords, conditionWords } from './rule-words.ts'
import type { SellerDb } from '#db/client.ts'
import { readTags } from '#features/orders/order-notes/order-tags-db.server.ts'
import { readLabelOrders } from '#features/shipping/labels/label-order-db.server.ts'
import { openContents, weightOf } from '#features/shipping/labels/label-parcel.ts'
import { parcelFacts } from '#features/shipping/labels/parcel-facts.ts'
import type { Texts } from '#texts/texts.ts'
import {
  insuredBy,
  type LabelActions,
  type LabelDecisions,
  type LabelRule,
} from '#features/core/shipping/label-rule.ts'
import { applyRules } from '#features/core/shipping/shop-rule.ts'

/** Orders that a dry run lists. */
const mostOrders = 50

/** Reads the orders that wait for shipment today, with what rules look at. */
async function readWaitingOrders(db: SellerDb, sellerId: number) {
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
function dryRunRows(
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

/** The rules, the one that the address names, and what they would choose for the orders that wait. */
export async function rulesModel({ read, seller, texts: reader, url }: SellerArgs) {
  const texts = textsFor(reader.locale, seller.timeZone)
  const { rules, waiting, packages } = await read(async (db) => ({
    rules: await readRules(db, seller.id),
    waiting: await readWaitingOrders(db, seller.id),
    packages: await readPackages(db, seller.id),
  }))
  const of = { texts, currency: seller.currency, unit: weightUnitOf(seller.country) }
  const edited = rules.find(({ id }) => id === url.searchParams.get('rule'))
  return {
    rules: rules.map(({ id, name, isOn, conditions, actions }) => ({
      id,
      name,
      isOn,
      when: conditionWords(conditions, of),
      chooses: actionWords(actions, of),
      href: paths.shippingRules(id),
    })),
    edited: edited
      ? { id: edited.id, name: edited.name, values: valuesOfRule(edited, of), begun: formBaseline(edited) }
      : null,
    currency: seller.currency,
    packages: packageSizes(packages, texts),
    weightHint: texts.t(of.unit === 'oz' ? 'labels.weight.hint.oz' : 'labels.weight.hint'),
    waiting: dryRunRows(rules, waiting, of),
    waitingNote: texts.t(waiting.isAll ? 'shipRules.today.note' : 'shipRules.today.most', { n: waiting.orders.length }),
  }
}

export type RulesModel = Awaited<ReturnType<typeof rulesModel>>
