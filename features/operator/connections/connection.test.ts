import { describe, expect, it } from 'vitest'
import { minute } from '#lib/duration.ts'
import { connectionState, toSendAgain, type Connection } from './connection.ts'

const now = new Date('2026-11-23T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)

const working = { reportedAt: ago(1), reportsEvery: 180, shopReadAt: ago(1), hubReadAt: ago(1), failure: null }

it.each([
  ['working', 'after a report', {}],
  ['working', 'until three reports are missing', { reportedAt: ago(9) }],
  ['silent', 'once they are', { reportedAt: ago(9.1) }],
  ['working', 'for five minutes, however often it reports', { reportedAt: ago(5), reportsEvery: 10 }],
  ['silent', 'after these', { reportedAt: ago(5.1), reportsEvery: 10 }],
  ['silent', 'even if it failed before', { reportedAt: ago(60), failure: 'The shop answered 502.' }],
  ['failing', 'while rounds fail', { failure: 'The shop answered 502.' }],
  ['starting', 'before a round has ended', { hubReadAt: null }],
  ['behind', 'if the shop was read long ago', { shopReadAt: ago(30) }],
  ['behind', 'if events were read long ago', { hubReadAt: ago(30) }],
] as const)('the state of a connection is %s %s', (state, _when, changed) => {
  expect(connectionState({ ...working, ...changed }, now)).toBe(state)
})

describe('what to send again', () => {
  const refusal = (id: string, askedAt: Date | null): Connection['refused'][number] => ({
    direction: 'TO_HUB',
    kind: 'ORDER',
    seller: 's-42',
    id,
    about: null,
    why: null,
    reason: 'It does not add up.',
    since: ago(60),
    askedAt,
  })

  it('is nothing if nobody asked', () => {
    expect(toSendAgain({ refused: [refusal('A-1', null)], allAskedAt: null })).toBeNull()
  })

  it('are the items that were asked for, by the time of the last request', () => {
    const refused = [refusal('A-1', ago(2)), refusal('A-2', null), refusal('A-3', ago(1))]
    expect(toSendAgain({ refused, allAskedAt: null })).toEqual({
      askedAt: ago(1),
      all: false,
      items: ['A-1', 'A-3'].map((id) => ({ direction: 'TO_HUB', kind: 'ORDER', seller: 's-42', id })),
    })
    expect(toSendAgain({ refused: [], allAskedAt: ago(3) })).toEqual({ askedAt: ago(3), all: true, items: [] })
  })
})
