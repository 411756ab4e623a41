import { randomBytes } from 'node:crypto'
import type { SellerDb } from '#db/client.ts'
import { withUndo, type TakenBack } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { weightUnitOf } from '#features/shipping/labels/label-sheet-view.server.ts'
import { formBaseline, lockSettings, lockSettingsOf, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { LabelRule } from '#features/core/shipping/label-rule.ts'
import { readRule, typedRule, type RuleField, type RuleValues } from './rule-form.server.ts'
import { readRules, saveRules } from '#features/core/shipping/shop-rules-db.server.ts'

const mostRules = 100

interface Refused {
  ok: false
  errors: FieldErrors<RuleField>
  values: RuleValues
  begun: string
}
/** Done, with the page to show; or the form with its errors. */
type Changed = { ok: true; to: string } | Refused

/** Adds, edits, moves or deletes a rule. */
export async function changeRules(visit: SellerActionArgs): Promise<Changed> {
  const { form, hub, member, seller, write } = visit
  const step = oneOf(form, 'step', ['save', 'delete', 'up', 'down'])
  const id = textOf(form, 'id')
  if (!step) throw refuse('malformed')
  if (step === 'save') return save(visit, id)
  const to = await write(async (db) => {
    await lockSettings(db, visit, 'orders.refund')
    const rules = await readRules(db, seller.id)
    const at = rules.findIndex((each) => each.id === id)
    const [rule] = at < 0 ? [] : rules.splice(at, 1)
    if (!rule) throw refuse('not-found')
    if (step !== 'delete') rules.splice(Math.max(0, at + (step === 'up' ? -1 : 1)), 0, rule)
    await saveRules(db, seller.id, rules)
    if (step !== 'delete') return withQuery(paths.shippingRules(), { done: 'moved' })
    const inverse: RuleInverse = { rule, at }
    const taken = { kind: 'shipRule', step: 'shipRule', said: { name: rule.name } } as const
    const undo = { ...taken, sellerId: seller.id, memberId: member.id, inverse, now: hub.now() }
    return withUndo(paths.shippingRules(), await keepUndo(db, undo))
  })
  return { ok: true, to }
}

/** A deleted rule and its place. */
export interface RuleInverse {
  rule: LabelRule
  at: number
}

/** Puts a deleted rule back to its place, unless there are too many. */
export async function restoreRule(
  db: SellerDb,
  { sellerId, inverse: { rule, at } }: { sellerId: number; inverse: RuleInverse },
): Promise<TakenBack> {
  await lockSettingsOf(db, sellerId)
  const rules = await readRules(db, sellerId)
  if (rules.length >= mostRules) return { back: 0, left: 1 }
  await saveRules(db, sellerId, rules.toSpliced(at, 0, rule))
  return { back: 1, left: 0 }
}

async function save({ form, seller, member, texts: reader, write }: SellerActionArgs, id: string): Promise<Changed> {
  const texts = textsFor(reader.locale, seller.timeZone)
  const values = typedRule(form)
  const refused = (errors: FieldErrors<RuleField>, begun = textOf(form, 'begun')): Refused => ({
    ok: false,
    errors,
    values,
    begun,
  })
  const read = readRule(values, { texts, currency: seller.currency, unit: weightUnitOf(seller.country) })
  if (!read.ok) return refused(read.errors)
  return write(async (db) => {
    await lockSettings(db, { seller, member }, 'orders.refund')
    const rules = await readRules(db, seller.id)
    const before = rules.find((rule) => rule.id === id)
    if (id !== '' && !before) throw refuse('not-found')
    if (!before && rules.length >= mostRules)
      return refused({ form: texts.t('shipRules.error.most', { n: mostRules }) })
    const rule: LabelRule = { id: before?.id ?? randomBytes(6).toString('hex'), ...read.rule }
    const overtaken = before ? lostUpdateAnswer(form, { present: before, wanted: rule }, texts) : null
    if (overtaken) return refused({ form: overtaken }, formBaseline(before))
    await saveRules(db, seller.id, before ? rules.map((each) => (each === before ? rule : each)) : [...rules, rule])
    return { ok: true, to: withQuery(paths.shippingRules(), { done: 'saved' }) }
  })
}
