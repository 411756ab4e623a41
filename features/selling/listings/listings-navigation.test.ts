import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { itemUrl } from '#shui/navigation/navigation-model.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { isListingsPlace, listingsNavigation } from './listings-navigation.ts'

it('shows “Listings” in the navigation of lists, listing, form and insights', () => {
  const places = [
    paths.listings.ended,
    paths.listing('123456789012'),
    paths.listingForm(),
    paths.listingPreview('1'),
    paths.inventory,
  ]
  for (const place of places) expect(isListingsPlace(new URL(place, 'http://hub').pathname)).toBe(true)
  for (const place of [paths.overview, paths.orders, paths.messages, '/slow', '/sh/lstx'])
    expect(isListingsPlace(place)).toBe(false)
})

it('marks the current second-level item, else “Listings”', () => {
  const marked = (place: string) => {
    const url = new URL(place, 'http://hub')
    const { navItem } = listingsNavigation({
      counts: { state: 'ready', value: [] },
      mayEdit: true,
      url,
      texts: textsFor('en', 'UTC'),
    })
    return [navItem, ...navItem.navItems!].filter(({ active }) => active).map(({ label }) => itemUrl({ label }))
  }
  expect(marked(paths.listings.ended)).toEqual([paths.listings.ended])
  expect(marked(paths.listings.active)).toEqual([paths.listings.active])
  expect(marked(paths.listingForm())).toEqual([paths.listings.active])
  expect(marked(paths.overview)).toEqual([])
  // They are not in the second level.
  expect(marked(paths.inventory)).toEqual([])
  expect(marked(paths.stockCount())).toEqual([])
  expect(marked(paths.listingChanges())).toEqual([])
})
