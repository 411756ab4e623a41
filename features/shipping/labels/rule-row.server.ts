import { insuredBy, type LabelRule } from '#features/core/shipping/label-rule.ts'
import { applyRules } from '#features/core/shipping/shop-rule.ts'
import type { AccountRate } from './label-rates.server.ts'
import { givenText, sizeText, usualSize } from './label-sheet-view.server.ts'
import { chooseRate, generalWishes, rateCalled } from './label.ts'
import type { ReadRow } from './read-label-sheet.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import { parcelFacts } from './parcel-facts.ts'

interface RowOf {
  rules: readonly LabelRule[]
  /** Of the order. */
  tags: readonly string[]
  /** The shop's. */
  currency: string
  texts: Texts
}

/** Fills a row by the rules; what the member typed stays. `chosenBy`: rules whose choice stands, besides the service. */
export function ruleRow(
  { order, choice, typed }: Pick<ReadRow, 'order' | 'choice' | 'typed'>,
  { rules, tags, currency, texts }: RowOf,
) {
  const facts = parcelFacts(order, { contents: choice.contents, grams: choice.grams, tags, currency })
  const decisions = applyRules(rules, facts)
  const insuredMinor = insuredBy(decisions, facts)
  const sizeMm = decisions.sizeMm?.value ?? usualSize(order)
  const ruled = {
    size: sizeText(sizeMm, texts),
    insured: insuredMinor === null ? '' : texts.typed(toDecimal({ minor: insuredMinor, currency })),
    signature: decisions.signature?.value ?? false,
  }
  const [size = '', insured = '', signature = ''] = typed.given.split('|')
  const isFree = {
    size: typed.size === size,
    insured: typed.insured === insured,
    signature: typed.signature === (signature !== ''),
  }
  const standing = [
    isFree.size && decisions.sizeMm,
    isFree.insured && insuredMinor !== null && decisions.insureFromMinor,
    isFree.signature && decisions.signature,
    decisions.tag,
  ]
  return {
    values: {
      ...typed,
      ...(isFree.size && { size: ruled.size }),
      ...(isFree.insured && { insured: ruled.insured }),
      ...(isFree.signature && { signature: ruled.signature }),
      given: givenText(ruled),
    },
    choice: {
      ...choice,
      ...(isFree.size && { sizeMm }),
      ...(isFree.insured && { insuredMinor }),
      ...(isFree.signature && { signature: ruled.signature }),
    },
    tag: decisions.tag?.value ?? null,
    service: decisions.service,
    chosenBy: standing.flatMap((decided) => (decided ? decided.rule : [])),
  }
}

/** The rate that the rules choose, else the cheapest; and the words that say which rule chose, null if none did. */
export function ruledRate(
  rates: readonly AccountRate[],
  { row, wish, texts: { t, list } }: { row: ReturnType<typeof ruleRow>; wish: string; texts: Texts },
): { best: AccountRate | undefined; text: string | null } {
  const service = wish === 'rules' ? row.service : undefined
  const called = service && (isOneOf(generalWishes, service.value) ? chooseRate : rateCalled)(rates, service.value)
  const best = called ?? chooseRate(rates, wish === 'fastest' ? wish : 'cheapest')
  const names = [...new Set([...(service ? [service.rule] : []), ...row.chosenBy])]
  const parts = [
    names.length > 0 && t('labels.rule', { n: names.length, names: list(names) }),
    row.tag !== null && t('shipRules.words.tag', { tag: row.tag }),
    service && !called && rates.length > 0 && t('labels.rule.noService', { service: service.value }),
  ]
  return { best, text: parts.filter(Boolean).join(' · ') || null }
}
