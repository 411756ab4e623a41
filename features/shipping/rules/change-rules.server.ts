import { randomBytes } from 'node:crypto'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { weightUnitOf } from '#features/shipping/labels/label-sheet-view.server.ts'
import { formBaseline, lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import type { LabelRule } from '#features/core/shipping/label-rule.ts'
import { readRule, typedRule } from './rule-form.server.ts'
import type { RuleField, RuleValues } from './rule-fields.ts'
import { readRules, saveRules } from '#features/core/shipping/shop-rules-db.server.ts'

const mostRules = 100

interface Refused {
  ok: false
  errors: FieldErrors<RuleField>
  values: RuleValues
  begun: string
}
type Changed = { ok: true; step: 'saved' | 'deleted' | 'moved' } | Refused

/** Adds, edits, moves or deletes a rule. */
export async function changeRules(visit: SellerActionArgs): Promise<Changed> {
  const { form, seller, write } = visit
  const step = oneOf(form, 'step', ['save', 'delete', 'up', 'down'])
  const id = textOf(form, 'id')
  if (!step) throw refuse('malformed')
  if (step === 'save') return save(visit, id)
  const wasThere = await write(async (db) => {
    await lockSettings(db, visit, 'orders.refund')
    const rules = await readRules(db, seller.id)
    const at = rules.findIndex((rule) => rule.id === id)
    if (at < 0) return false
    const [rule] = rules.splice(at, 1)
    if (rule && step !== 'delete') rules.splice(Math.max(0, at + (step === 'up' ? -1 : 1)), 0, rule)
    await saveRules(db, seller.id, rules)
    return true
  })
  if (!wasThere) throw refuse('not-found')
  return { ok: true, step: step === 'delete' ? 'deleted' : 'moved' }
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
    return { ok: true, step: 'saved' }
  })
}
