import { assertDefined } from '#lib/assert-defined.ts'
import { describe, expect, it } from 'vitest'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { readLevelQuery } from './level-query.ts'
import type { Standing } from './read-level.server.ts'
import { levelModel, shownFault } from './seller-level-view.server.ts'

const { standards } = testPolicyPack
const texts = textsFor('en', 'Europe/London')
const now = new Date('2026-11-22T10:40Z')
const monthsBefore = (from: string, before: string) => ({ from: new Date(from), before: new Date(before), months: 3 })

/** A shop for the page. */
const drawn: Standing = {
  last: {
    at: new Date('2026-11-20T00:00Z'),
    window: monthsBefore('2026-07-31T23:00Z', '2026-11-01T00:00Z'),
    orders: 684,
    level: 'TOP_RATED',
    isReported: false,
  },
  next: {
    at: new Date('2026-12-20T00:00Z'),
    window: monthsBefore('2026-08-31T23:00Z', '2026-12-01T00:00Z'),
    level: null,
    daysToCome: 8,
    faulty: [],
    counts: {
      orders: 702,
      late: 22,
      defects: 1,
      defectBuyers: 1,
      cases: 1,
      due: 702,
      untracked: 14,
      asked: 40,
      unanswered: 2,
      yearOrders: 2_614,
      yearSales: { minor: 24_138_000, required: 100_000, currency: 'GBP' },
      days: 2_810,
    },
  },
  prospects: { expected: 64, undelivered: 5 },
}

const view = (search = '', standing = drawn) => {
  const query = readLevelQuery(new URLSearchParams(search))
  const { levels, ...model } = levelModel(standing, { standards, query, now, texts })
  return { ...assertDefined(levels, 'the marketplace has levels'), ...model }
}

describe('the seller level', () => {
  it('describes the current and next level, what would change it, and each measure', () => {
    const model = view('if=expected')
    expect(model.now).toMatchObject({ when: 'Now, since 20 Nov 2026', level: { text: 'Top Rated' } })
    expect(model.next).toMatchObject({
      when: 'Next, on 20 Dec 2026, as it stands today',
      level: { text: 'Above Standard' },
      basis: '702 orders so far, sold 1 Sept 2026 to 30 Nov 2026, 8 days to come',
    })
    expect(model.suppositions.map(({ text, isOn, href, result }) => [text, isOn, href, result.text])).toEqual([
      ['The 64 orders expected by 30 Nov 2026 are on time', true, '/sh/performance/seller-level', 'Top Rated'],
      [
        'The 5 orders past their promised day count as late',
        false,
        '/sh/performance/seller-level?if=expected.undelivered',
        'Above Standard',
      ],
    ])
    expect(model.unchanged).toBeNull()
    expect(model.all).toBe('With everything switched on: Top Rated')
    expect(
      model.measures.map(({ name, count, rate, status, supposed }) => [name, count, rate, status.text, supposed?.text]),
    ).toEqual([
      ['Late shipments', '22 of 702', '3.13%', '1 too many; the next 32 orders without one bring it to 3%', '2.87%'],
      ['Defects', '1 of 702', '0.14%', '2 more allowed', '0.13%'],
      ['Cases decided for buyers', '1 of 702', '0.14%', '1 more allowed', '0.13%'],
      ['Tracking in time', '688 of 702', '98.01%', '21 more may go untracked', '98.17%'],
      ['Orders', '2,614', null, 'Well above', undefined],
      ['Sales', '£241,380', null, 'Well above', undefined],
      ['On the marketplace', '2,810 days', null, 'Well above', undefined],
      ['Messages unanswered', '2 of 40', '5%', '1 more allowed', '5%'],
    ])
  })

  it('draws each bar as far as its value, on either side of the limit', () => {
    const counts = { ...drawn.next.counts, defects: 40, defectBuyers: 40, untracked: 80 }
    const { measures } = view('', { ...drawn, next: { ...drawn.next, counts } })
    const gauges = measures.flatMap(({ id, gauge }) => (gauge ? [[id, gauge.value, gauge.limit].join(' ')] : []))
    expect(gauges).toEqual([
      `late 0.8 ${(21 / 22) * 0.8}`,
      `defects 0.8 ${(3 / 40) * 0.8}`,
      'cases 0.4 0.8',
      `untracked ${1 - 80 / 702} 0.95`,
      `unanswered ${(2 / 3) * 0.8} 0.8`,
    ])
  })

  it('offers no option without effect, and says what limits the level', () => {
    const counts = { ...drawn.next.counts, defects: 8, defectBuyers: 7, untracked: 80 }
    const held = view('if=cancel', { ...drawn, next: { ...drawn.next, counts } })
    expect([held.suppositions, held.all]).toEqual([[], null])
    expect(held.unchanged).toBe(
      'Because of late shipments, defects and late or missing tracking, your level will not change by then.',
    )
    // A supposition without effect of its own is offered if it has one together with another.
    const both = { ...drawn, prospects: { expected: 0, undelivered: 1 } }
    const near = { ...drawn.next.counts, late: 21, defects: 4, defectBuyers: 3 }
    const offered = view('', { ...both, next: { ...drawn.next, counts: near } })
    expect(offered.suppositions.map(({ id, result }) => [id, result.text])).toEqual([
      ['undelivered', 'Above Standard'],
      ['cancel', 'Above Standard'],
    ])
  })

  it('shows the orders of the first failed measure, or of the selected one', () => {
    const shown = (search: string) =>
      shownFault(drawn.next.counts, standards, readLevelQuery(new URLSearchParams(search)))
    expect([shown(''), shown('fault=cases'), shown('fault=none')]).toEqual(['late', 'cases', 'late'])
    expect(readLevelQuery(new URLSearchParams('page=-1&if=x.cancel.expected'))).toEqual({
      fault: null,
      supposed: ['expected', 'cancel'],
      page: 1,
    })
  })

  it('shows no rate without data, and offers only possible forecasts', () => {
    const counts = { ...drawn.next.counts, orders: 0, late: 0, defects: 0, cases: 0, due: 0, untracked: 0, asked: 0 }
    const empty = { ...drawn, next: { ...drawn.next, counts }, prospects: { expected: 0, undelivered: 0 } }
    const { measures, suppositions, all } = view('if=cancel', empty)
    expect(measures.map(({ rate }) => rate)).toEqual(Array(8).fill(null))
    expect([suppositions, all]).toEqual([[], null])
    const reported = view('', { ...drawn, last: { ...drawn.last, isReported: true, level: 'BELOW_STANDARD' } })
    expect(reported.now).toMatchObject({
      when: 'Now, as reported by the marketplace',
      level: { text: 'Below Standard', tone: 'bad' },
    })
  })
})
