import type { OrderStatus } from '#features/core/order/order.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import type { RowProblem, RowRule } from './verdict.ts'

const ruleTexts: Record<RowRule, TextKey> = {
  columns: 'tracking.rule.columns',
  broken: 'tracking.rule.broken',
  encoding: 'tracking.rule.encoding',
  'order-missing': 'tracking.rule.missing',
  'order-form': 'tracking.rule.orderUnknown',
  'order-unknown': 'tracking.rule.orderUnknown',
  'recipient-none': 'tracking.rule.orderUnknown',
  'recipient-several': 'tracking.rule.recipientSeveral',
  'recipient-confirm': 'tracking.rule.recipientConfirm',
  'tracking-missing': 'tracking.rule.missing',
  'tracking-form': 'tracking.rule.number',
  'several-numbers': 'tracking.rule.severalNumbers',
  rounded: 'tracking.rule.rounded',
  damaged: 'tracking.rule.damaged',
  'number-check': 'tracking.rule.number',
  'number-form': 'tracking.rule.number',
  'carrier-form': 'tracking.rule.carrier',
  'carrier-missing': 'tracking.rule.carrierMissing',
  'carrier-ask': 'tracking.rule.carrierMissing',
  'carrier-other': 'tracking.rule.carrierOther',
  'carrier-check': 'tracking.rule.carrierOther',
  'service-form': 'tracking.rule.service',
  'item-unknown': 'tracking.rule.item',
  units: 'tracking.rule.units',
  'part-inside': 'tracking.rule.partInside',
  'nothing-left': 'tracking.rule.nothingLeft',
  'not-possible': 'tracking.rule.notPossible',
  'no-parcel': 'tracking.rule.noParcel',
  'label-void': 'tracking.rule.labelVoid',
  footer: 'tracking.rule.footer',
  summary: 'tracking.rule.summary',
  repaired: 'tracking.rule.repaired',
  'by-recipient': 'tracking.rule.byRecipient',
  'carrier-kept': 'tracking.rule.carrierKept',
  day: 'tracking.rule.day',
  'day-order': 'tracking.rule.dayOrder',
}

/** Text of the rule that a row breaks. */
export const ruleWords = ({ rule }: RowProblem, { t }: Texts) => t(ruleTexts[rule])

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

/** How to fix a row's problem, or how it was fixed. */
export function mendWords({ rule, values = {} }: RowProblem, { t }: Texts): string {
  const { carrier = '', found = '', expected = '', left = 0, recipient = '', postcode = '', order = '', n = 0 } = values
  switch (rule) {
    case 'columns':
      return t('tracking.mend.columns')
    case 'broken':
      return t('tracking.mend.broken')
    case 'encoding':
      return t('tracking.mend.encoding')
    case 'order-missing':
      return t('tracking.mend.orderMissing')
    case 'order-form':
      return t('tracking.mend.orderForm')
    case 'order-unknown':
      return t('tracking.mend.orderUnknown')
    case 'recipient-none':
      return t('tracking.mend.recipientNone', { recipient, postcode })
    case 'recipient-several':
      return t('tracking.mend.recipientSeveral', { n: Number(n), recipient, postcode })
    case 'recipient-confirm':
      return t('tracking.mend.recipientConfirm', { order, recipient, postcode })
    case 'tracking-missing':
      return t('tracking.mend.trackingMissing')
    case 'tracking-form':
      return t('ship.error.tracking')
    case 'several-numbers':
      return t('tracking.mend.severalNumbers', { n: Number(n), first: values['first'] ?? '' })
    case 'rounded':
      return t('tracking.mend.rounded')
    case 'damaged':
      return damageWords(values, t)
    case 'number-check':
      return t('ship.number.check', { carrier, found, expected })
    case 'number-form':
      return t('ship.number.form', { carrier })
    case 'carrier-form':
      return t('ship.error.carrier')
    case 'carrier-missing':
      return t('ship.error.unknownCarrier')
    case 'carrier-ask':
      return t('tracking.mend.carrierAsk', { carriers: values['carriers'] ?? '' })
    case 'carrier-other':
      return t('tracking.mend.carrierOther', { carrier })
    case 'carrier-check':
      return t('tracking.mend.carrierCheck', { carrier })
    case 'service-form':
      return t('ship.error.service')
    case 'item-unknown':
      return t('tracking.mend.item')
    case 'units':
      return t('tracking.mend.units', { n: Number(left) })
    case 'part-inside':
      return t('tracking.mend.partInside', { n: Number(left) })
    case 'nothing-left':
      return t('tracking.mend.nothingLeft')
    case 'not-possible':
      return t('tracking.mend.notPossible', { status: t(`orders.status.${values['status'] as OrderStatus}`) })
    case 'no-parcel':
      return t('ship.error.noParcel')
    case 'label-void':
      return t('tracking.mend.labelVoid')
    case 'footer':
      return t('tracking.mend.footer')
    case 'summary':
      return t('tracking.mend.summary')
    case 'repaired':
      return t(repairTexts[values['how'] ?? ''] ?? 'tracking.repair.decimal', { number: values['number'] ?? '' })
    case 'by-recipient':
      return t('tracking.mend.byRecipient', { order, recipient, postcode })
    case 'carrier-kept':
      return t('tracking.mend.carrierKept', { carrier })
    case 'day':
      return t('tracking.mend.day')
    case 'day-order':
      return t('tracking.mend.dayOrder')
  }
}

/** How a spreadsheet damaged the number, and the likely original. */
function damageWords({ how = '', before = '' }: NonNullable<RowProblem['values']>, t: Texts['t']): string {
  const said = t(damageTexts[how] ?? 'tracking.damage.error')
  return before === '' ? said : `${said} ${t('tracking.damage.before', { number: before })}`
}
