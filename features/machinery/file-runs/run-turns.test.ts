import { expect, it } from 'vitest'
import { minute } from '#lib/duration.ts'
import { runsInTurn, type OpenRun } from './run-turns.ts'

const now = new Date('2026-11-20T12:00:00Z')
const run = (sellerId: number, id: string, more: Partial<OpenRun> = {}): OpenRun => ({
  sellerId,
  id,
  state: 'QUEUED',
  workedAt: now,
  waitsFor: [],
  ...more,
})
const turns = (...open: OpenRun[]) => runsInTurn(open, now).map(({ sellerId, id }) => `${sellerId} ${id}`)

it('each seller has one turn, for the run that waited longest', () =>
  expect(turns(run(1, 'a'), run(1, 'b'), run(2, 'c'))).toEqual(['1 a', '2 c']))

it('a seller with a run in work has none, unless its process died', () => {
  const working = { state: 'RUNNING', workedAt: now } as const
  expect(turns(run(1, 'a'), run(1, 'b', working), run(2, 'c'))).toEqual(['2 c'])
  const dead = { state: 'RUNNING', workedAt: new Date(now.getTime() - minute) } as const
  expect(turns(run(1, 'b', dead), run(1, 'a'))).toEqual(['1 b'])
})

it('a run waits until those that it waits for are over, however often they were worked on', () => {
  const orders = run(1, 'orders', { waitsFor: ['listings', 'costs'] })
  const [costs, listings] = [run(1, 'costs', { waitsFor: ['listings'] }), run(1, 'listings')]
  expect(turns(orders, costs, listings)).toEqual(['1 listings'])
  expect(turns(orders, costs)).toEqual(['1 costs'])
  expect(turns(orders)).toEqual(['1 orders'])
})

it('runs of others with the same id keep nobody waiting, and other runs of the seller go on', () => {
  expect(turns(run(2, 'listings'), run(1, 'orders', { waitsFor: ['listings'] }))).toEqual(['2 listings', '1 orders'])
  const [orders, download] = [run(1, 'orders', { waitsFor: ['listings'] }), run(1, 'download')]
  expect(turns(orders, download, run(1, 'listings'))).toEqual(['1 download'])
})
