import type { Row } from '#db/schema.ts'
import type { Texts } from '#texts/texts.ts'
import type { PriceRule, RuleOutcome } from './price-rule.ts'

const sideOf = (percent: number) => (percent < 0 ? 'below' : percent > 0 ? 'above' : 'at')

/** `2% below the median, never below £38.00, never above £60.00`. */
export function ruleWords(rule: PriceRule & { currency: string }, { t, money, percent }: Texts): string {
  const { offset_percent: offset, margin_percent: margin, floor_minor: floor, ceiling_minor: ceiling, currency } = rule
  const basis = t(`priceRules.basis.${rule.basis}`)
  const ratio = (value: number) => percent(Math.abs(value) / 100, 0)
  return [
    t(`priceRules.words.${sideOf(offset)}`, { percent: ratio(offset), basis }),
    floor === null
      ? t('priceRules.words.margin', { percent: ratio(margin ?? 0) })
      : t('priceRules.words.floor', { price: money({ minor: floor, currency }) }),
    ...(ceiling === null ? [] : [t('priceRules.words.ceiling', { price: money({ minor: ceiling, currency }) })]),
  ].join(', ')
}

type Change = Pick<
  Row<'price_rule_changes'>,
  | 'after_minor'
  | 'basis'
  | 'sales'
  | 'evidence_minor'
  | 'offset_percent'
  | 'target_minor'
  | 'floor_minor'
  | 'ceiling_minor'
  | 'most_percent'
  | 'currency'
>

/** How a price came about: `Median of 12 sales £50.00, 2% below: £49.00. Your floor: £52.00.` */
export function changeWords(change: Change, { t, money, percent }: Texts): string {
  const { currency, offset_percent: offset, target_minor: target, after_minor: after, ceiling_minor: ceiling } = change
  const amount = (minor: number) => money({ minor, currency })
  const wanted = Math.min(ceiling ?? target, Math.max(change.floor_minor, target))
  const sentences = [
    t(`priceRules.sum.${sideOf(offset)}`, {
      basis: t(`priceRules.Basis.${change.basis}`),
      n: change.sales,
      evidence: amount(change.evidence_minor),
      percent: percent(Math.abs(offset) / 100, 0),
      price: amount(target),
    }),
    ...(wanted > target ? [t('priceRules.sum.floor', { price: amount(wanted) })] : []),
    ...(wanted < target ? [t('priceRules.sum.ceiling', { price: amount(wanted) })] : []),
    ...(after === wanted
      ? []
      : [t('priceRules.sum.day', { percent: percent(change.most_percent / 100, 0), price: amount(after) })]),
  ]
  return sentences.join(' ')
}

/** What a rule would do now, with the arithmetic or the reason for nothing. */
export function outcomeWords(
  rule: PriceRule,
  outcome: RuleOutcome,
  { currency, priceMinor }: { currency: string; priceMinor: number },
  texts: Texts,
): { price: string; words: string } {
  if (!outcome.ok) return { price: texts.t('priceRules.stays'), words: texts.t(`priceRules.refused.${outcome.reason}`) }
  const words = changeWords(
    {
      ...rule,
      currency,
      after_minor: outcome.minor,
      sales: outcome.sales,
      evidence_minor: outcome.evidenceMinor,
      target_minor: outcome.targetMinor,
      floor_minor: outcome.floorMinor,
    },
    texts,
  )
  const isSame = outcome.minor === priceMinor
  return { price: isSame ? texts.t('priceRules.stays') : texts.money({ minor: outcome.minor, currency }), words }
}
