import { describe, expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { extraTitles, giftWraps, paidExtras, sumExtras, type OrderExtra } from './extra.ts'

const extra = (kind: OrderExtra['kind'], title: string, minor: number, tax = 0): OrderExtra => ({
  kind,
  title,
  minor,
  taxes: tax > 0 ? [{ name: 'VAT', rate: '20', minor: tax, included: false }] : [],
})
const wrap = extra('GIFT_WRAP', 'Red paper', 350, 70)
const tip = extra('TIP', 'Tip', 200)

describe('the extras of an order', () => {
  it('are none without any', () => {
    expect(sumExtras(null)).toEqual({ addedMinor: 0, reducedMinor: 0, fromLinesMinor: 0, taxMinor: 0 })
    expect([paidExtras(null), giftWraps(null)]).toEqual([0, []])
  })

  it('reduce each other first, and then the lines', () => {
    const less = extra('ADJUSTMENT', 'Loyalty', -500)
    expect(sumExtras([wrap, tip, less])).toEqual({
      addedMinor: 550,
      reducedMinor: 500,
      fromLinesMinor: 0,
      taxMinor: 70,
    })
    expect(paidExtras([wrap, tip, less])).toBe(120)
    expect(sumExtras([tip, less]).fromLinesMinor).toBe(300)
    expect(paidExtras([tip, less])).toBe(0)
  })

  it('are named where they cost something; gift wrap is told to the packer, also for nothing', () => {
    const free = extra('GIFT_WRAP', 'Ribbon', 0)
    expect(extraTitles([wrap, tip, free], textsFor('en', 'Europe/London'))).toBe('Red paper and Tip')
    expect(giftWraps([wrap, tip, free])).toEqual(['Red paper', 'Ribbon'])
  })
})
