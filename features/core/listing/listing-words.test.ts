import { expect, it } from 'vitest'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { stateWords } from './listing-words.ts'

const now = new Date('2026-11-20T12:00:00Z')
const { deadlines } = testPolicyPack

it.each([
  ['just now', 0, 'warn', null],
  ['a while', 74 * day, 'warn', 'for 74 days'],
  ['not yet long enough to be warned', 75 * day - 1, 'warn', 'for 74 days'],
  ['long enough to be warned', 75 * day, 'bad', 'ends in 15 days'],
  ['one day less than all', 89 * day, 'bad', 'ends in 1 day'],
  ['nearly all', 90 * day - 1, 'bad', 'ends today'],
  ['longer than all, before the job came', 91 * day, 'bad', 'ends today'],
] as const)('a listing that is out of stock %s says so', (_, since, tone, second) => {
  const row = {
    state: 'OUT_OF_STOCK',
    end_reason: null,
    out_of_stock_since: new Date(now.getTime() - since),
  } as const
  expect(stateWords(row, { now, deadlines }, textsFor('en', 'UTC'))).toEqual({ tone, text: 'Out of stock', second })
})
