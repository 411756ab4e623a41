import { describe, expect, it } from 'vitest'
import { plan, retry } from './commands.ts'
import { runRound } from './round.ts'
import { listingOfShop } from './testing.ts'
import { inStep } from './testing-round.ts'

describe('products that are gone from the shop', () => {
  const listingsOf = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({ ...listingOfShop(), id: `p-${nth + 1}` }))

  it('are ended in the hub, once; one that a page passed over is not', async () => {
    const { connected, hub, shop, asked } = await inStep()
    shop.listings = [...listingsOf(2), listingOfShop()]
    await runRound(connected)
    const read = connected.source.listings
    connected.source.listings = async function* (since) {
      for await (const each of read(since)) if (each.id !== 'p-2') yield each
    }
    shop.listings = [listingsOf(2)[1]!, listingOfShop()]
    const before = asked.length
    expect(await runRound(connected)).toMatchObject({ ended: 1 })
    expect(hub.listings.get('p-1')?.state).toBe('ENDED')
    expect(hub.listings.get('p-2')?.state).toBe('ACTIVE')
    expect(await runRound(connected)).toMatchObject({ ended: 0 })
    expect(asked.slice(before)).toEqual(['getListing p-1', 'saveListing p-1'])
    // It comes back.
    connected.source.listings = read
    shop.listings.push(listingsOf(1)[0]!)
    await runRound(connected)
    expect(hub.listings.get('p-1')?.state).toBe('ACTIVE')
  })

  it('are ended, too, if only the hub’s first answer about them was lost', async () => {
    const { connected, hub, shop } = await inStep()
    const { saveListings } = connected.hub
    connected.hub.saveListings = async (...asking) => {
      await saveListings(...asking)
      throw new Error('The connection broke.')
    }
    shop.listings = [...listingsOf(1), listingOfShop()]
    await expect(runRound(connected)).rejects.toThrow('The connection broke.')
    connected.hub.saveListings = saveListings
    shop.listings = [listingOfShop()]
    await runRound(connected)
    expect(hub.listings.get('p-1')?.state).toBe('ENDED')
  })

  it('are kept back if they are most of all, until somebody asks', async () => {
    const { connected, hub, shop, said, lines } = await inStep()
    shop.listings = [...listingsOf(12), listingOfShop()]
    await runRound(connected)
    shop.listings = [listingOfShop()]
    expect(await runRound(connected)).toMatchObject({ ended: 0 })
    expect(await said()).toContain('listing  p-12  12 products are gone from the shop at once.')
    await lines((say) => retry(connected, say))
    expect(await runRound(connected)).toMatchObject({ ended: 12 })
    expect([...hub.listings.values()].filter(({ state }) => state === 'ACTIVE')).toHaveLength(1)
    expect(await said()).not.toContain('gone from the shop')
  })

  it('are said by the dry run', async () => {
    const { connected, shop, lines, asked } = await inStep()
    shop.listings = []
    expect(await lines((say) => plan(connected, say))).toContain('listing: end  p-17  is gone from the shop')
    expect(asked).toHaveLength(2)
  })
})
