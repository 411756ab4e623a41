import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keptQueue } from './kept-queue.ts'
import type { Sendable } from './send-queue.ts'

const event = (id: string) => ({ id })
const ofSeller = (seller: string, member = 'joe') => keptQueue<Sendable>('pack', { seller, member })
const ids = (queue: ReturnType<typeof keptQueue>) => queue.read().map(({ id }) => id)

beforeEach(() => {
  const all = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, text: string) => void all.set(key, text),
  })
})
afterEach(() => void vi.unstubAllGlobals())

describe('the stored queue of a scanner', () => {
  it('is shared by its tabs: what one adds and sends leaves the others’ entries', () => {
    const [one, other] = [ofSeller('a'), ofSeller('a')]
    one.add(event('1'))
    other.add(event('2'))
    expect([ids(one), ids(other)]).toEqual([['1'], ['2']])
    expect(ids(ofSeller('a'))).toEqual(['1', '2'])
    other.remove(new Set(['2']))
    expect(ids(ofSeller('a'))).toEqual(['1'])
    expect(ids(ofSeller('b'))).toEqual([])
  })

  it('waits for the member who packed, if somebody else uses the device next', () => {
    ofSeller('a', 'joe').add(event('1'))
    expect(ids(ofSeller('a', 'ann'))).toEqual([])
    ofSeller('a', 'ann').add(event('2'))
    expect(ids(ofSeller('a', 'joe'))).toEqual(['1'])
  })

  it('lives in the page if the browser stores nothing', () => {
    vi.stubGlobal('localStorage', undefined)
    const queue = ofSeller('a')
    queue.add(event('1'))
    expect(ids(queue)).toEqual(['1'])
  })
})
