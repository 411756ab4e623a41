import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { keptOf, nextPictures, type PictureEvent, type PictureItem } from './picture-list.ts'

const file = new File(['x'], 'lamp.jpg')
const hashOf = (n: number) => n.toString(16).padStart(32, '0')
const kept = (n: number): PictureItem => ({ id: `k${n}`, state: 'kept', hash: hashOf(n), alt: '' })
const ids = (items: readonly PictureItem[]) => items.map(({ id, state }) => `${id} ${state}`)

function run(items: readonly PictureItem[], ...events: PictureEvent[]): readonly PictureItem[] {
  return events.reduce(nextPictures, items)
}

describe('nextPictures', () => {
  it('moves a file from waiting to uploaded, and removes a rejected one', () => {
    const add: PictureEvent = { type: 'add', files: [{ id: 'a', file, refusal: null }] }
    const sent = run([], add, { type: 'sent', id: 'a', progress: 0.5 })
    expect(sent).toMatchObject([{ state: 'sending', progress: 0.5 }])
    expect(run(sent, { type: 'taken', id: 'a', hash: hashOf(1) })).toMatchObject([{ state: 'kept', hash: hashOf(1) }])
    const refused = run(sent, { type: 'refused', id: 'a', refusal: { reason: 'busy' } })
    expect(refused).toMatchObject([{ state: 'refused', refusal: { reason: 'busy' } }])
    expect(run(refused, { type: 'again', id: 'a' })).toMatchObject([{ state: 'waiting', progress: 0 }])
    expect(run(sent, { type: 'drop', id: 'a' }, { type: 'taken', id: 'a', hash: hashOf(1) })).toEqual([])
  })

  it('ignores a duplicate picture', () => {
    const add: PictureEvent = { type: 'add', files: [{ id: 'a', file, refusal: null }] }
    expect(ids(run([kept(1)], add, { type: 'taken', id: 'a', hash: hashOf(1) }))).toEqual(['k1 kept'])
  })

  it('removes a picture so that it can be undone, at the same position', () => {
    const removed = run([kept(1), kept(2), kept(3)], { type: 'remove', id: 'k2' })
    expect(ids(removed)).toEqual(['k1 kept', 'k2 removed', 'k3 kept'])
    expect(ids(run(removed, { type: 'restore', id: 'k2' }))).toEqual(['k1 kept', 'k2 kept', 'k3 kept'])
    expect(ids(run(removed, { type: 'remove', id: 'k1' }))).toEqual(['k1 removed', 'k3 kept'])
  })

  it('moves pictures among the uploaded ones', () => {
    const three = [kept(1), kept(2), kept(3)]
    const order = (to: number) => ids(run(three, { type: 'move', id: 'k2', to })).join()
    expect(order(0)).toBe('k2 kept,k1 kept,k3 kept')
    expect(order(2)).toBe('k1 kept,k3 kept,k2 kept')
    expect(order(3)).toBe(order(1))
    expect(order(-1)).toBe(order(1))
  })

  it('never has more than 24 or duplicates, and loses none when moving', () => {
    const id = fc.integer({ min: 0, max: 40 }).map((n) => `k${n}`)
    const event = fc.oneof<fc.Arbitrary<PictureEvent>[]>(
      fc.record({
        type: fc.constant('add' as const),
        files: fc.array(fc.record({ id, file: fc.constant(file), refusal: fc.constant(null) }), { maxLength: 5 }),
      }),
      fc.record({ type: fc.constant('taken' as const), id, hash: fc.integer({ min: 0, max: 40 }).map(hashOf) }),
      fc.record({
        type: fc.constantFrom('drop' as const, 'remove' as const, 'restore' as const, 'again' as const),
        id,
      }),
      fc.record({ type: fc.constant('move' as const), id, to: fc.integer({ min: -2, max: 30 }) }),
    )
    expectForAll(fc.array(event, { maxLength: 60 }), (events) => {
      const seen = new Set<string>()
      let items: readonly PictureItem[] = Array.from({ length: 22 }, (_, n) => kept(100 + n))
      for (const next of events) {
        // Ids of new files are unique.
        const fresh =
          next.type === 'add' ? { ...next, files: next.files.filter((f) => !seen.has(f.id) && seen.add(f.id)) } : next
        const before = keptOf(items).length
        items = nextPictures(items, fresh)
        const hashes = keptOf(items).map(({ hash }) => hash)
        expect(hashes.length).toBeLessThanOrEqual(24)
        expect(new Set(hashes).size).toBe(hashes.length)
        if (next.type === 'move') expect(hashes.length).toBe(before)
      }
    })
  })
})
