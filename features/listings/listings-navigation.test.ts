import { expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import { isListingsPlace } from './listings-navigation.ts'

it('leads the reader by “Listings” in the lists, in a listing, in the form and in the insights', () => {
  const places = [paths.listings.ended, paths.listing('123456789012'), paths.listingForm(), paths.listingPreview('1')]
  for (const place of places) expect(isListingsPlace(new URL(place, 'http://hub').pathname)).toBe(true)
  for (const place of [paths.overview, paths.orders, paths.messages, '/slow', '/sh/lstx'])
    expect(isListingsPlace(place)).toBe(false)
})
