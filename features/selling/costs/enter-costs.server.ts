import { redirect } from '#web/router/router.ts'
import { enterCosts, removeCost, type EnteredCost } from '#features/core/costs/enter-costs-db.server.ts'
import { isPurchase } from '#features/core/costs/cost-file.server.ts'
import { newCostKey } from '#features/core/costs/cost-key.server.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { dateAt, startOfDay } from '#lib/zoned-time.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'

const steps = ['cost', 'remove'] as const

const fields = ['sku', 'cost', 'currency', 'quantity', 'since'] as const
type CostField = (typeof fields)[number]

/** Handles the forms of the page; `step` names the form. */
export async function takeCostForm(args: SellerActionArgs) {
  const step = oneOf(args.form, 'step', steps)
  switch (step) {
    case 'cost':
      return saveCost(args)
    case 'remove': {
      const [sku, key] = [textOf(args.form, 'of'), textOf(args.form, 'key')]
      await args.write((db) => removeCost(db, { sellerId: args.seller.id, sku, key }))
      return redirect(paths.enterCosts(sku, 'removed'), { status: 303 })
    }
    case null:
      throw refuse('malformed')
  }
}

async function saveCost({ form, hub, seller, member, texts, write }: SellerActionArgs) {
  const { t } = texts
  const values = Object.fromEntries(fields.map((name) => [name, textOf(form, name)]))
  const { sku = '', currency = '', quantity: typed = '', since = '' } = values
  const now = hub.now()
  const errors: FieldErrors<CostField> = {}
  if (sku === '' || sku.length > 50) errors.sku = t('costs.problem.sku')
  if (!isCurrency(currency)) errors.currency = t('costs.problem.currency')
  const unitCostMinor = readAmount(values['cost'] ?? '', { currency, grouping: texts.grouping })
  if (unitCostMinor === null)
    errors.cost = t('costs.problem.cost', {
      example: exampleAmount(isCurrency(currency) ? currency : seller.currency, texts),
    })
  const quantity = typed === '' ? null : (readUnits(typed, texts.grouping) ?? Number.NaN)
  if (quantity !== null && !isPurchase(quantity, unitCostMinor ?? 0)) errors.quantity = t('costs.problem.quantity')
  const day = /^20\d\d-\d\d-\d\d$/.test(since) ? since : null
  if (day === null || day > dateAt(now, seller.timeZone)) errors.since = t('costs.problem.since')
  if (hasErrors(errors) || unitCostMinor === null || day === null) return refused<CostField>(errors, values)
  // The form's own key makes a repeated submit one cost.
  const key = /^[0-9a-z]{12}$/.test(textOf(form, 'key')) ? textOf(form, 'key') : newCostKey()
  const cost: EnteredCost = { sku, key, currency, unitCostMinor, quantity, since: startOfDay(day, seller.timeZone) }
  await write((db) =>
    enterCosts(db, { sellerId: seller.id, costs: [cost], source: 'TYPED', enteredBy: member.name, now }),
  )
  return redirect(paths.enterCosts(sku, 'saved'), { status: 303 })
}
