import { describe, expect, it } from 'vitest'
import { feesOfShop, orderFee, variableFee } from '#features/core/fees/fee.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { isReason, marketplaceTax, postingWords, rateOf, type WordedPosting } from './posting-words.ts'

const pack = assertDefined(feesOfShop(testPolicyPack, { country: 'US', currency: 'USD' }), 'the hub’s own pack has it')
const schedule = `${pack.marketplace} ${pack.asOf}`

const posting = (
  account: WordedPosting['account'],
  amount_minor: number,
  line_item_id: number | null = 1,
): WordedPosting => ({ account, amount_minor, line_item_id })

/** Sale of 5-4 of the reference: item 5000, shipping 500, tax of the marketplace 440. */
const sale = [
  posting('funds:processing', 5500, null),
  posting('revenue:item', -5000),
  posting('revenue:shipping', -500),
  posting('tax:marketplace_collected', 440),
  posting('tax:marketplace_remitted', -440),
  posting('fees:fvf_variable', 808),
  posting('fees:fvf_fixed', orderFee(pack, 5940), null),
  posting('funds:processing', -848, null),
]

const words = (one: WordedPosting, on: Partial<Parameters<typeof postingWords>[1]> = {}, locale = 'en') =>
  postingWords(one, { all: sale, pack, schedule, currency: 'USD', texts: textsFor(locale, 'UTC'), ...on })

describe('postings in words', () => {
  it('name what the seller earned and paid, and not where the money is', () => {
    expect(sale.filter(isReason).map((one) => words(one))).toEqual([
      'Items',
      'Shipping paid by the buyer',
      `Final value fee, 13.6% of US$59.40, schedule ${schedule}`,
      'Fixed fee of the order',
    ])
    expect(marketplaceTax(sale)).toBe(440)
  })

  it('say the same in German', () => {
    const german = sale.filter(isReason).map((one) => words(one, {}, 'de').replaceAll(/\s/g, ' '))
    expect(german[2]).toBe(`Verkaufsprovision, 13,6 % von 59,40 $, Gebührenliste ${schedule}`)
  })

  it('say that a fee was given back', () => {
    expect(words(posting('fees:fvf_variable', -808))).toBe('Fee credit: Final value fee')
  })

  it('have no rate if the fees are of another schedule', () => {
    expect(words(posting('fees:fvf_variable', 808), { schedule: 'US 2020-01-01' })).toBe(
      'Final value fee on US$59.40, schedule US 2020-01-01',
    )
  })
})

describe('the rate of a fee', () => {
  const marginal = assertDefined(pack.fees.schedules['DEFAULT'], 'each pack has it')
  const whole = assertDefined(pack.fees.schedules['JEWELRY'], 'the hub’s own pack has it')

  it('is that of the schedule that explains it', () => {
    expect(rateOf(pack, 5940, variableFee(marginal, 5940))).toBe(0.136)
    expect(rateOf(pack, 500_001, variableFee(whole, 500_001))).toBe(0.09)
  })

  it('is not known if several apply, or none explains it', () => {
    expect(rateOf(pack, 800_000, variableFee(marginal, 800_000))).toBeNull()
    expect(rateOf(pack, 5940, 1)).toBeNull()
  })
})
