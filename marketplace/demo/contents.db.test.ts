import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { otherPicture, readListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { readTaxonomy } from '#features/core/listing/taxonomy-file.ts'
import { publishProblems } from '#features/core/listing/publish-guards.ts'
import { demoDatabase, demoMoment } from './testing.ts'

const { now } = demoMoment
const root = path.resolve(import.meta.dirname, '../..')
const taxonomy = readTaxonomy(path.join(root, 'marketplace/taxonomy/general.json'))

const db = await demoDatabase()

describe('a listing of the demo', () => {
  it.each(['harbour-camera', 'nordlicht-papier'])('has everything that publishing needs: %s', async (username) => {
    const listings = await db.owner
      .selectFrom('listings as l')
      .innerJoin('sellers as s', 's.id', 'l.seller_id')
      .leftJoin('products as p', 'p.id', 'l.product_id')
      .select(['l.seller_id', 'l.item_number', 'l.title', 'p.image_url as product_picture'])
      .where('s.username', '=', username)
      .where('l.state', 'in', ['ACTIVE', 'SCHEDULED', 'ON_HOLD'])
      .execute()
    expect(listings.length).toBeGreaterThan(40)
    for (const { seller_id, item_number, title, product_picture } of listings) {
      const listing = (await db.asSeller(seller_id, 'read', (own) => readListing(own, seller_id, item_number)))!
      const { aspects = [] } = findLeaf(taxonomy, listing.content.category) ?? {}
      const facts = {
        requiredAspects: aspects.filter(({ required }) => required).map(({ name }) => name),
        hasOtherPicture: otherPicture(listing, { imageUrl: product_picture }) !== null,
        now,
      }
      expect(publishProblems(listing.content, facts), title).toEqual([])
    }
  })

  it('shows a picture of the file, and each picture is shown', async () => {
    const drawn = await readFile(path.join(root, 'public/demo/products.svg'), 'utf8')
    const there = [...drawn.matchAll(/<view id="([\w-]+)"/g)].map(([, id]) => `/demo/products.svg#${id}`)
    const rows = await db.owner.selectFrom('products').select('image_url').distinct().execute()
    const shown = rows.flatMap(({ image_url }) => image_url ?? [])
    expect(shown.toSorted()).toEqual(there.toSorted())
  })
})
