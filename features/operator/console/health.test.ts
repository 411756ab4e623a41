import { expect, it } from 'vitest'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { draftOf } from './write-view.ts'

it('starts a message with exactly the figures above their limit, their period and a link to the orders', () => {
  const counts = {
    orders: 200,
    due: 190,
    late: 12,
    defects: 4,
    defectBuyers: 4,
    cases: 3,
    untracked: 0,
    asked: 20,
    unanswered: 2,
    days: 90,
  }
  const window = { from: new Date('2026-09-01T00:00Z'), before: new Date('2026-12-01T00:00Z'), months: 3 }
  const evidence = 'https://hub.example/sh/performance/seller-level'
  const { standards } = testPolicyPack
  const draft = draftOf({ counts, standards, window, shop: 'Harbour Camera', evidence }, textsFor('en', 'UTC'))
  expect(draft.subject).toBe('How Harbour Camera serves buyers')
  expect(draft.body).toContain('placed 1 Sept 2026 to 30 Nov 2026')
  expect(draft.body).toContain(evidence)
  expect(draft.body.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- Late shipments: 12 of 200 orders (6%). The limit is 3%.',
    '- Cases decided for buyers: 3 of 200 orders (1.5%). The limit is 0.3%.',
  ])
  const good = { ...counts, late: 0, cases: 0 }
  const none = { subject: '', body: '' }
  expect(draftOf({ counts: good, standards, window, shop: 'Ann', evidence }, textsFor('en', 'UTC'))).toEqual(none)
})
