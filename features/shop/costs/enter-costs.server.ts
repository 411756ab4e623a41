import { data, redirect } from '#web/router/router.ts'
import {
  changeMethod,
  changePackaging,
  enterCosts,
  removeCost,
  type EnteredCost,
} from '#features/core/costs/enter-costs-db.server.ts'
import { readCostSettings } from '#features/core/costs/goods-db.server.ts'
import { isPurchase } from '#features/core/costs/cost-file.server.ts'
import { newCostKey } from '#features/core/costs/cost-key.server.ts'
import { isCurrency } from '#lib/iso-codes.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { dateAt, startOfDay } from '#lib/zoned-time.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import { hasErrors, type FieldErrors } from '#web/form-answer.ts'
import { lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { settingsModel } from './cost-settings-view.ts'

const steps = ['cost', 'settings', 'remove'] as const
export type CostStep = (typeof steps)[number]

const fields = ['sku', 'cost', 'currency', 'quantity', 'since'] as const
type CostField = (typeof fields)[number]

export interface CostAnswer {
  step: CostStep
  errors: FieldErrors<CostField | 'method' | 'packaging'>
  values: Partial<Record<CostField | 'packaging', string>>
}

const permission = 'money.view'

/** Handles the forms of the page; `step` names the form. */
export async function takeCostForm(args: SellerActionArgs) {
  const step = oneOf(args.form, 'step', steps)
  switch (step) {
    case 'cost':
      return saveCost(args)
    case 'settings':
      return saveSettings(args)
    case 'remove': {
      const [sku, key] = [textOf(args.form, 'of'), textOf(args.form, 'key')]
      await args.write((db) => removeCost(db, { sellerId: args.seller.id, sku, key }))
      return redirect(paths.enterCosts(sku, 'removed'), { status: 303 })
    }
    case null:
      throw refuse('malformed')
  }
}

const answered = (answer: Partial<CostAnswer> & Pick<CostAnswer, 'step'>, status = 422) =>
  data<CostAnswer>({ errors: {}, values: {}, ...answer }, { status })

async function saveCost({ form, hub, seller, member, texts, write }: SellerActionArgs) {
  const { t } = texts
  const values = Object.fromEntries(fields.map((name) => [name, textOf(form, name)]))
  const { sku = '', currency = '', quantity: typed = '', since = '' } = values
  const now = hub.now()
  const errors: CostAnswer['errors'] = {}
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
  if (hasErrors(errors) || unitCostMinor === null || day === null) return answered({ step: 'cost', errors, values })
  // The form's own key makes a repeated submit one cost.
  const key = /^[0-9a-z]{12}$/.test(textOf(form, 'key')) ? textOf(form, 'key') : newCostKey()
  const cost: EnteredCost = { sku, key, currency, unitCostMinor, quantity, since: startOfDay(day, seller.timeZone) }
  await write((db) =>
    enterCosts(db, { sellerId: seller.id, costs: [cost], source: 'TYPED', enteredBy: member.name, now }),
  )
  return redirect(paths.enterCosts(sku, 'saved'), { status: 303 })
}

async function saveSettings(args: SellerActionArgs) {
  const { form, hub, seller, texts, write } = args
  const method = oneOf(form, 'method', ['AVERAGE', 'FIFO'])
  const typed = textOf(form, 'packaging')
  const packagingMinor =
    typed === '' ? null : readAmount(typed, { currency: seller.currency, grouping: texts.grouping })
  const errors: CostAnswer['errors'] = {}
  if (!method) errors.method = texts.t('costs.problem.method')
  if (typed !== '' && packagingMinor === null)
    errors.packaging = texts.t('costs.problem.cost', { example: exampleAmount(seller.currency, texts) })
  if (hasErrors(errors) || !method) return answered({ step: 'settings', errors, values: { packaging: typed } })
  const late = await write(async (db) => {
    await lockSettings(db, args, permission)
    const stored = settingsModel(await readCostSettings(db, seller.id), seller.currency)
    const wanted = { method, packagingMinor }
    const overtaken = lostUpdateAnswer(form, { present: stored, wanted }, texts)
    if (overtaken) return overtaken
    if (method !== stored.method) await changeMethod(db, { sellerId: seller.id, method })
    if (packagingMinor !== stored.packagingMinor)
      await changePackaging(db, {
        sellerId: seller.id,
        costMinor: packagingMinor,
        currency: seller.currency,
        now: hub.now(),
      })
    return null
  })
  if (late) return answered({ step: 'settings', errors: { form: late }, values: { packaging: typed } }, 409)
  return redirect(paths.enterCosts(undefined, 'settings'), { status: 303 })
}
