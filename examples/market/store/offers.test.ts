import { expect, it } from 'vitest'
import { listingOf, seller } from '../testing.ts'
import { keepListing, keepSeller, listCategories, searchOffers } from './offers.ts'
import { openStore } from './open-store.ts'

it('what is found is counted by category, of all that is on offer or of what has the words', () => {
  const store = openStore(':memory:')
  keepSeller(store, seller)
  const shelf = [
    ['100000000001', 'Leica M3', 'Cameras & Photography > Film Cameras', 'ACTIVE'],
    ['100000000002', 'Leica stamp', 'Collectables', 'ACTIVE'],
    ['100000000003', 'Nikon F2', 'Cameras & Photography > Film Cameras', 'ACTIVE'],
    ['100000000004', 'Leica M6', 'Cameras & Photography', 'ENDED'],
  ] as const
  for (const [item, title, category, state] of shelf)
    keepListing(store, {
      seller: seller.id,
      listing: listingOf(item, { title, category, state, aspects: {} }),
      heardAt: '',
    })
  expect(listCategories(store)).toEqual([
    { name: 'Cameras & Photography', offers: 2 },
    { name: 'Collectables', offers: 1 },
  ])
  const counted = listCategories(store, { words: 'leic' })
  expect(counted.map(({ offers }) => offers)).toEqual([1, 1])
  for (const { name, offers } of counted) {
    const search = { words: 'leic', seller: null, category: name, sort: 'newest', page: 1 } as const
    expect(searchOffers(store, search).total).toBe(offers)
  }
  expect(listCategories(store, { words: 'leica', seller: 'another' })).toEqual([])
})
