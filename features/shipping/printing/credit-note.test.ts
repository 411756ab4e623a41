import { describe, expect, it } from 'vitest'
import { creditRows, type CreditLine } from './credit-note.ts'

const part = (kind: CreditLine['kind'], title: string | null, minor: number): CreditLine => ({
  kind,
  title,
  variation: null,
  sku: null,
  minor,
})

describe('a credit note', () => {
  it('lists refunds of items, of all their shipping in one row, and of the order itself', () => {
    const lines = [
      part('ITEM', 'Nikon', 12_000),
      part('SHIPPING', 'Nikon', 350),
      part('ITEM', 'Film', 500),
      part('SHIPPING', 'Film', 50),
      part('SHIPPING', null, 5),
      part('ITEM', null, 7),
    ]
    const rows = creditRows(lines)
    expect(rows.map(({ of, minor }) => [typeof of === 'string' ? of : of.title, minor])).toEqual([
      ['Nikon', 12_000],
      ['Film', 500],
      ['order', 7],
      ['shipping', 405],
    ])
  })

  it('has no shipping row without a shipping refund', () => {
    expect(creditRows([part('ITEM', 'Film', 500)])).toHaveLength(1)
  })
})
