import { generalWishes } from '#features/shipping/labels/label.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { Texts } from '#texts/texts.ts'
import type { LabelActions } from '#features/core/shipping/label-rule.ts'
import type { RuleConditions } from '#features/core/shipping/shop-rule.ts'

interface WordsOf {
  texts: Texts
  /** The shop's. */
  currency: string
}

const range = (from: string | null, to: string | null, { t }: Pick<Texts, 't'>) =>
  from !== null && to !== null
    ? t('grid.range', { from, to })
    : from !== null
      ? t('grid.range.from', { from })
      : to !== null
        ? t('grid.range.to', { to })
        : null

/** Says when a rule applies. */
export function conditionWords(on: RuleConditions, { texts, currency }: WordsOf): string {
  const grams = (value: number | undefined) =>
    value === undefined ? null : value < 1_000 ? `${value} g` : `${texts.number(value / 1_000)} kg`
  const amount = (minor: number | undefined) => (minor === undefined ? null : texts.money({ minor, currency }))
  const parts = [
    on.countries?.map((code) => (code === 'EU' ? code : texts.country(code))).join(', '),
    range(grams(on.gramsFrom), grams(on.gramsTo), texts),
    range(amount(on.minorFrom), amount(on.minorTo), texts),
    on.skus && texts.t('shipRules.words.skus', { skus: on.skus.join(', ') }),
    on.tags && texts.t('shipRules.words.tags', { tags: on.tags.join(', ') }),
  ]
  return parts.filter(Boolean).join(' · ') || texts.t('word.allOrders')
}

/** Says what a rule decides. */
export function actionWords(actions: Partial<LabelActions>, { texts, currency }: WordsOf): string {
  const { t } = texts
  const { service, sizeMm, insureFromMinor, signature, tag } = actions
  const parts = [
    isOneOf(generalWishes, service) ? t(`labels.wish.${service}`) : service,
    sizeMm && `${sizeMm.map((mm) => texts.number(mm / 10)).join(' x ')} cm`,
    insureFromMinor !== undefined &&
      t('shipRules.words.insure', { amount: texts.money({ minor: insureFromMinor, currency }) }),
    signature !== undefined && t(signature ? 'shipRules.signature.yes' : 'shipRules.signature.no'),
    tag && t('shipRules.words.tag', { tag }),
  ]
  return parts.filter(Boolean).join(' · ')
}
