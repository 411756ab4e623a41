import { anyListing, addRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testHubAt } from '#features/people/accounts/testing.ts'
import { addFormShop } from '#features/selling/listing-form/testing.ts'
import { unpackModel } from '#features/machinery/grid/packed-model.ts'
import * as listingsPage from './listings-page.tsx'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')

it('an empty list of active listings suggests only existing things', async () => {
  const shop = await addFormShop(hub, db, 'new-shop')
  const hint = async () => unpackModel((await shop.browser.get(listingsPage, '/sh/lst/active')).data.model).empty?.hint
  const add = (state: 'DRAFT' | 'SCHEDULED') =>
    addRows(db.owner, 'listings', {
      seller_id: shop.sellerId,
      title: 'Lamp',
      ...anyListing,
      state,
      price_minor: 1,
      quantity_available: 1,
      starts_at: state === 'SCHEDULED' ? new Date('2026-12-01T12:00:00Z') : null,
    })
  expect(await hint()).toBe('What you create appears here as soon as it is on sale.')
  await add('DRAFT')
  expect(await hint()).toBe('Publish a draft. It then appears here.')
  await add('SCHEDULED')
  expect(await hint()).toBe('Publish a draft, or wait for a scheduled listing to start. It then appears here.')
})
