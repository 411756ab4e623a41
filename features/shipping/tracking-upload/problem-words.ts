import type { OrderStatus } from '#features/core/order/order.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import type { RowProblem, RowRule } from './verdict.ts'

export const ruleWords = ({ rule }: RowProblem, { t }: Texts) => t(`tracking.rule.${rule}`)

/** What the form for a parcel says, too. */
const formTexts = {
  'tracking-form': 'ship.error.tracking',
  'number-check': 'ship.number.check',
  'number-form': 'ship.number.form',
  'carrier-form': 'ship.error.carrier',
  'carrier-missing': 'ship.error.unknownCarrier',
  'service-form': 'ship.error.service',
  'no-parcel': 'ship.error.noParcel',
} as const satisfies Partial<Record<RowRule, TextKey>>

const damageTexts: Readonly<Record<string, TextKey>> = {
  decimal: 'tracking.damage.decimal',
  grouped: 'tracking.damage.grouped',
  exponent: 'tracking.damage.exponent',
  date: 'tracking.damage.date',
  error: 'tracking.damage.error',
  zeros: 'tracking.damage.zeros',
}

const repairTexts: Readonly<Record<string, TextKey>> = {
  decimal: 'tracking.repair.decimal',
  grouped: 'tracking.repair.grouped',
  exponent: 'tracking.repair.exponent',
  zeros: 'tracking.repair.zeros',
  prefix: 'tracking.repair.prefix',
}

export function mendWords({ rule, values = {} }: RowProblem, { t }: Texts): string {
  switch (rule) {
    case 'tracking-form':
    case 'number-check':
    case 'number-form':
    case 'carrier-form':
    case 'carrier-missing':
    case 'service-form':
    case 'no-parcel':
      return t(formTexts[rule], values)
    case 'damaged':
      return damageWords(values, t)
    case 'not-possible':
      return t('tracking.mend.not-possible', { status: t(`orders.status.${values['status'] as OrderStatus}`) })
    case 'repaired':
      return t(repairTexts[values['how'] ?? ''] ?? 'tracking.repair.decimal', { number: values['number'] ?? '' })
    default:
      return t(`tracking.mend.${rule}`, values)
  }
}

function damageWords({ how = '', before = '' }: NonNullable<RowProblem['values']>, t: Texts['t']): string {
  const said = t(damageTexts[how] ?? 'tracking.damage.error')
  return before === '' ? said : `${said} ${t('tracking.damage.before', { number: before })}`
}
