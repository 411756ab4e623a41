import { expect, it } from 'vitest'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { failingOf, failureRates, type HealthFigures } from './health.ts'
import { draftOf } from './write-view.ts'

const { health: rules } = testPolicyPack
const good: HealthFigures = { sold: 0, due: 0, asked: 0, late: 0, cases: 0, cancelled: 0, unanswered: 0 }
const failing = (figures: Partial<HealthFigures>) => failingOf({ ...good, ...figures }, rules)

it('fails above both rate and number, each with its own base', () => {
  expect(rules).toMatchObject({ late: { maxBps: 400, max: 3 }, unanswered: { maxBps: 500, max: 3 } })
  expect(failing({ due: 100, late: 4 })).toEqual([])
  expect(failing({ due: 100, late: 5 })).toEqual(['late'])
  expect(failing({ due: 10, late: 3 })).toEqual([])
  expect(failing({ due: 10, late: 4 })).toEqual(['late'])
  expect(failing({ sold: 1000, asked: 80, unanswered: 4 })).toEqual([])
  expect(failing({ sold: 1000, asked: 79, unanswered: 4 })).toEqual(['unanswered'])
  expect(failing({ sold: 200, cases: 2, cancelled: 5 })).toEqual([])
  expect(failing({ sold: 199, cases: 3, cancelled: 5 })).toEqual(['cases', 'cancelled'])
})

it('lists each failure with its orders, also those without any', () => {
  expect(failureRates({ ...good, sold: 7, due: 5, asked: 2 }, rules).map(({ failure, of }) => [failure, of])).toEqual([
    ['late', 5],
    ['cases', 7],
    ['cancelled', 7],
    ['unanswered', 2],
  ])
})

it('starts a message with exactly the figures above their limit', () => {
  const figures = { ...good, sold: 200, due: 100, late: 12, cases: 3, cancelled: 5 }
  const { subject, body } = draftOf({ figures, rules, shop: 'Harbour Camera' }, textsFor('en', 'UTC'))
  expect(subject).toBe('How Harbour Camera serves buyers')
  expect(body.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- Shipped late: 12 of 100 orders (12%). The limit is 4%.',
    '- Cases lost or unanswered: 3 of 200 orders (1.5%). The limit is 1%.',
  ])
})
