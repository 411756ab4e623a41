import { readRules } from '#features/core/shipping/shop-rules-db.server.ts'
import { readPackages } from '#features/selling/policies/packages-db.server.ts'
import { packageSizes, weightUnitOf } from '#features/shipping/labels/label-sheet-view.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { dryRunRows, readWaitingOrders } from './dry-run.server.ts'
import { valuesOfRule } from './rule-form.server.ts'
import { actionWords, conditionWords } from './rule-words.ts'

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
