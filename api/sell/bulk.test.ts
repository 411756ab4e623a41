import { expect, it } from 'vitest'
import { refuse } from '#web/refusals.ts'
import { answerEach } from './bulk.ts'
import type { SellCall } from './sell-route.ts'

it('of several at once one that a member has taken meanwhile holds up none of the others', async () => {
  const requests = [{ sku: 'a' }, { sku: 'taken' }, { sku: 'b' }]
  const { status, body } = await answerEach({ body: { requests } } as SellCall, {
    errors: { many: 25709 },
    named: ['sku'],
    work: async (request) => {
      if ((request as { sku: string }).sku === 'taken') throw refuse('not-possible-now')
      return { statusCode: 200 }
    },
  })
  expect([status, body]).toMatchObject([
    207,
    {
      responses: [
        { sku: 'a', statusCode: 200 },
        { sku: 'taken', statusCode: 409, errors: [{ errorId: 25025 }] },
        { sku: 'b', statusCode: 200 },
      ],
    },
  ])
})
