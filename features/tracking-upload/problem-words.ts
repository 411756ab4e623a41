import type { TextKey, Texts } from '#texts/texts.ts'
import type { OrderStatus } from '#features/order/order.ts'
import type { RowProblem, RowRule } from './judge-rows.ts'

const ruleTexts: Record<RowRule, TextKey> = {
  columns: 'tracking.rule.columns',
  broken: 'tracking.rule.broken',
  'order-missing': 'tracking.rule.missing',
  'order-form': 'tracking.rule.orderUnknown',
  'order-unknown': 'tracking.rule.orderUnknown',
  'tracking-missing': 'tracking.rule.missing',
  'tracking-form': 'tracking.rule.number',
  rounded: 'tracking.rule.rounded',
  'number-check': 'tracking.rule.number',
  'number-form': 'tracking.rule.number',
  'carrier-form': 'tracking.rule.carrier',
  'carrier-missing': 'tracking.rule.carrier',
  'carrier-other': 'tracking.rule.carrier',
  'service-form': 'tracking.rule.service',
  day: 'tracking.rule.day',
  'item-unknown': 'tracking.rule.item',
  units: 'tracking.rule.units',
  'part-inside': 'tracking.rule.partInside',
  'nothing-left': 'tracking.rule.nothingLeft',
  'not-possible': 'tracking.rule.notPossible',
}

/** The rule that a row breaks, in words. */
export const ruleWords = ({ rule }: RowProblem, { t }: Texts) => t(ruleTexts[rule])

/** What to do about a row's problem. */
export function mendWords({ rule, facts }: RowProblem, { t }: Texts): string {
  const { carrier = '', found = '', expected = '', left = 0 } = facts
  switch (rule) {
    case 'columns':
      return t('tracking.mend.columns')
    case 'broken':
      return t('tracking.mend.broken')
    case 'order-missing':
      return t('tracking.mend.orderMissing')
    case 'order-form':
      return t('tracking.mend.orderForm')
    case 'order-unknown':
      return t('tracking.mend.orderUnknown')
    case 'tracking-missing':
      return t('tracking.mend.trackingMissing')
    case 'tracking-form':
      return t('ship.error.tracking')
    case 'rounded':
      return t('tracking.mend.rounded')
    case 'number-check':
      return t('ship.number.check', { carrier, found, expected })
    case 'number-form':
      return t('ship.number.form', { carrier })
    case 'carrier-form':
      return t('ship.error.carrier')
    case 'carrier-missing':
      return t('ship.error.unknownCarrier')
    case 'carrier-other':
      return t('tracking.mend.carrierOther', { carrier })
    case 'service-form':
      return t('ship.error.service')
    case 'day':
      return t('tracking.mend.day')
    case 'item-unknown':
      return t('tracking.mend.item')
    case 'units':
      return t('tracking.mend.units', { n: Number(left) })
    case 'part-inside':
      return t('tracking.mend.partInside', { n: Number(left) })
    case 'nothing-left':
      return t('tracking.mend.nothingLeft')
    case 'not-possible':
      return t('tracking.mend.notPossible', { status: t(`orders.status.${facts['status'] as OrderStatus}`) })
  }
}
