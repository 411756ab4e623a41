import { expect, it } from 'vitest'
import { categories, type Mapping } from './categories.ts'
import { runRound } from './round.ts'
import { listingOfShop } from './testing.ts'
import { inStep } from './testing-round.ts'

it('lists the shop’s categories with what each is in the hub, maps one or the rest, and sends drafts again', async () => {
  const { connected, hub, shop, asked, lines } = await inStep()
  const { listing } = listingOfShop()
  shop.listings = [
    listingOfShop(),
    { ...listingOfShop(), id: 'p-18', listing: { ...listing, category: 'lamps' } },
    { ...listingOfShop(), id: 'p-19', listing: { ...listing, category: 'straps' } },
  ]
  hub.problems.set('p-18', 'It has no category.')
  await runRound(connected)
  const said = (mapping: Mapping | null) => lines((say) => categories(connected, mapping, say))
  expect(await said(null)).toBe(
    ['      1  Collectables  is Collectables', '      1  lamps  is not mapped', '      1  straps  is not mapped'].join(
      '\n',
    ),
  )
  expect(hub.categories).toEqual([])
  await said({ shop: 'lamps', category: 'Home > Lamps' })
  expect(await said({ shop: null, category: 'Collectables' })).toContain('straps  is Collectables')
  expect(hub.categories).toEqual([
    { shop: 'lamps', category: 'Home > Lamps' },
    { shop: 'straps', category: 'Collectables' },
  ])
  expect(await said({ shop: 'bells', category: 'Home > Bells' })).toContain('      0  bells  is Home > Bells')
  hub.problems.clear()
  const before = asked.length
  await runRound(connected)
  expect(asked.slice(before)).toEqual(['saveListings p-18'])
})
