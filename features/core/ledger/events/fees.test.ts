import { describe, expect, it } from 'vitest'
import { ledgerPolicy } from '../ledger-policy.ts'
import { testLedgerRules } from '../testing.ts'
import { postSale, type Sale } from './sale.ts'

const currencies = { US: 'USD', GB: 'GBP', DE: 'EUR' }

const saleOf = (group: string, minor: number, more: Partial<Sale> = {}): Sale => ({
  orderId: 1,
  orderNumber: '12-00000-00001',
  paidAt: new Date('2026-03-02T10:00:00Z'),
  currency: 'USD',
  lines: [{ lineItemId: 7, group, itemMinor: minor, shippingMinor: 0, taxMinor: 0 }],
  isInternational: false,
  isBelowStandard: false,
  ...more,
})

/** Fees of a sale by account, in minor units. */
function feesOf(country: keyof typeof currencies, sale: Sale): Record<string, number> {
  const { postings } = postSale(sale, ledgerPolicy(testLedgerRules, { country, currency: currencies[country] }))
  const fees = postings.filter(({ account }) => account.startsWith('fees:'))
  return Object.fromEntries(fees.map(({ account, amountMinor }) => [account.slice('fees:'.length), amountMinor]))
}

/** Percentage fees at 59.40, at both sides of each edge of a tier, and above, as `base:fee`; worked out apart from the hub. */
const golden = [
  ['US', 'DEFAULT', '5940:808 750000:102000 750001:102000 762345:102290'],
  ['US', 'BOOKS_MOVIES_MUSIC', '5940:909 750000:114750 750001:114750 762345:115040'],
  ['US', 'COINS_TRADING_CARDS', '5940:787 750000:99375 750001:99375 762345:99665'],
  ['US', 'CLOTHING_BAGS', '5940:808 200000:27200 200001:18000 212345:19111'],
  ['US', 'JEWELRY', '5940:891 500000:75000 500001:45000 512345:46111'],
  ['US', 'WATCHES', '5940:891 100000:15000 100001:15000 750000:57250 750001:57250 762345:57620'],
  ['US', 'MUSICAL', '5940:398 750000:50250 750001:50250 762345:50540'],
  ['US', 'HEAVY_EQUIPMENT', '5940:178 1500000:45000 1500001:45000 1512345:45062'],
  ['GB', 'DEFAULT', '5940:766 500000:64500 500001:64500 512345:64870'],
  ['GB', 'BOOKS_MOVIES_MUSIC', '5940:588 500000:49500 500001:49500 512345:49870'],
  ['GB', 'COINS_TRADING_CARDS', '5940:647 500000:54500 500001:54500 512345:54870'],
  ['GB', 'CLOTHING_BAGS', '5940:707 80000:9520 80001:6320 92345:7295'],
  ['GB', 'JEWELRY', '5940:885 100000:14900 100001:4000 112345:4494'],
  ['GB', 'WATCHES', '5940:766 75000:9675 75001:9675 500000:22425 500001:22425 512345:22672'],
  ['GB', 'MUSICAL', '5940:647 500000:54500 500001:54500 512345:54870'],
  ['GB', 'HEAVY_EQUIPMENT', '5940:178 1000000:30000 1000001:30000 1012345:30062'],
  ['DE', 'DEFAULT', '5940:713 199000:23880 199001:23880 211345:24250'],
  ['DE', 'BOOKS_MOVIES_MUSIC', '5940:713 199000:23880 199001:23880 211345:24250'],
  ['DE', 'COINS_TRADING_CARDS', '5940:653 199000:21890 199001:21890 211345:22260'],
  ['DE', 'CLOTHING_BAGS', '5940:713 99000:11880 99001:11880 111345:12250'],
  ['DE', 'JEWELRY', '5940:713 99000:11880 99001:11880 111345:12250'],
  ['DE', 'WATCHES', '5940:713 99000:11880 99001:11880 111345:12250'],
  ['DE', 'MUSICAL', '5940:564 99000:9405 99001:9405 111345:9775'],
  ['DE', 'HEAVY_EQUIPMENT', '5940:178 1000000:30000 1000001:30000 1012345:30062'],
] as const

describe('fees of a sale', () => {
  it.each(golden)('in %s for %s are %s', (country, group, fees) => {
    const bases = fees.split(' ').map((each) => Number(each.split(':')[0]))
    const posted = bases.map((base) => `${base}:${feesOf(country, saleOf(group, base))['fvf_variable']}`)
    expect(posted.join(' ')).toBe(fees)
  })

  it('cover each group of the pack', () => {
    const groups = Object.keys(testLedgerRules.policyPack.fees.schedules)
    for (const country of ['US', 'GB', 'DE'])
      expect(golden.flatMap(([of, group]) => (of === country ? group : []))).toEqual(groups)
  })

  it.each([
    ['US', 30, 40],
    ['GB', 30, 40],
    ['DE', 5, 35],
  ] as const)('have a fixed part in %s: %i up to 10.00 of the whole order, else %i', (country, small, large) => {
    const fixed = (...minors: number[]) => {
      const lines = minors.map((itemMinor, lineItemId) => ({
        lineItemId,
        group: 'DEFAULT',
        itemMinor,
        shippingMinor: 0,
        taxMinor: 0,
      }))
      return feesOf(country, saleOf('DEFAULT', 0, { lines }))['fvf_fixed']
    }
    expect([fixed(1000), fixed(1001), fixed(500, 500), fixed(500, 501)]).toEqual([small, large, small, large])
  })

  it('are of item, shipping and tax together, by line', () => {
    const line = { group: 'DEFAULT', itemMinor: 5000, shippingMinor: 500, taxMinor: 440 }
    const lines = [
      { lineItemId: 1, ...line },
      { lineItemId: 2, ...line },
    ]
    const { postings } = postSale(
      saleOf('DEFAULT', 0, { lines }),
      ledgerPolicy(testLedgerRules, { country: 'US', currency: 'USD' }),
    )
    expect(postings.filter(({ account }) => account === 'fees:fvf_variable')).toEqual([
      { account: 'fees:fvf_variable', amountMinor: 808, lineItemId: 1 },
      { account: 'fees:fvf_variable', amountMinor: 808, lineItemId: 2 },
    ])
  })

  it('are higher abroad and below standard, where the pack says so', () => {
    const both = { isInternational: true, isBelowStandard: true }
    expect(feesOf('US', saleOf('DEFAULT', 5940, both))).toEqual({
      fvf_variable: 808,
      // 1.65 % and 6 % of 59.40.
      international: 98,
      below_standard: 356,
      fvf_fixed: 40,
    })
    expect(feesOf('GB', saleOf('DEFAULT', 5940, both))).toEqual({ fvf_variable: 766, fvf_fixed: 40 })
  })

  it('are not worked out in a currency that the pack does not cover', () => {
    const sale = saleOf('DEFAULT', 5940, { currency: 'JPY' })
    const entry = postSale(sale, ledgerPolicy(testLedgerRules, { country: 'JP', currency: 'JPY' }))
    expect(entry).toMatchObject({ feeSchedule: null, transaction: { grossMinor: 5940, feesMinor: 0 } })
  })

  it('name the schedule that they follow from', () => {
    const scheduleOf = (country: string, currency: string) =>
      postSale(saleOf('DEFAULT', 1), ledgerPolicy(testLedgerRules, { country, currency })).feeSchedule
    expect([scheduleOf('GB', 'GBP'), scheduleOf('GB', 'EUR'), scheduleOf('BR', 'BRL')]).toEqual([
      'GB 2026-01-01',
      'US 2026-01-01',
      'US 2026-01-01',
    ])
  })

  it('are none for an order for nothing', () => expect(feesOf('US', saleOf('DEFAULT', 0))).toEqual({}))
})
