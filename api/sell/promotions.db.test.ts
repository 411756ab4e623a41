import type { eBayApi } from 'ebay-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { addStocked } from '#features/selling/inventory/testing.ts'
import { addSale, knowPrices } from '#features/selling/sale-events/testing.ts'
import { day } from '#lib/duration.ts'
import { refusalOf, sellHub } from './testing.ts'

const now = new Date('2026-11-20T10:00:00Z')
let clock = now
const db = await testDatabase()
const sell = await sellHub(db, () => clock)

let sellerId: number
let tool: eBayApi
let listing: string
const marketplaceId = 'EBAY_GB'

beforeEach(async () => {
  clock = now
  sellerId = await addTestSeller(db)
  tool = sell.toolOf(await sell.makeKey(sellerId))
  const id = await addStocked(db, sellerId, 'LENS-50', { price_minor: 5000 })
  const row = db.owner.selectFrom('listings').select('item_number').where('id', '=', id)
  listing = (await row.executeTakeFirstOrThrow()).item_number
  await knowPrices(db, sellerId)
})

const bodyOf = (change: object = {}, listingIds: readonly string[] = [listing]) => ({
  name: 'Winter',
  marketplaceId,
  startDate: '2026-11-20T12:00:00.000Z',
  endDate: '2026-11-20T20:00:00.000Z',
  promotionStatus: 'SCHEDULED',
  selectedInventoryDiscounts: [
    {
      discountBenefit: { percentageOffItem: '20' },
      inventoryCriterion: { inventoryCriterionType: 'INVENTORY_BY_VALUE', listingIds },
    },
  ],
  ...change,
})
const make = (change: object = {}, listingIds?: readonly string[]) =>
  tool.sell.marketing.createItemPriceMarkdownPromotion(bodyOf(change, listingIds) as never)
const all = async () =>
  (await tool.sell.marketing.getPromotions(marketplaceId)).promotions as {
    promotionId: string
    promotionStatus: string
  }[]
const read = (id: string) => tool.sell.marketing.getItemPriceMarkdownPromotion(id)
const prices = () =>
  db.owner.selectFrom('sale_prices').select(['price_minor', 'was_minor']).where('seller_id', '=', sellerId).execute()

describe('a markdown of a tool', () => {
  it('is a sale event, with the prices and former prices of one', async () => {
    await make()
    const { promotionId } = (await all())[0]!
    expect(await read(promotionId)).toMatchObject({ ...bodyOf(), promotionId })
    expect(await read(`${promotionId}@EBAY_GB`)).toMatchObject({ promotionId })
    expect(await prices()).toEqual([{ price_minor: 4000, was_minor: 5000 }])
  })

  it('is paused and resumed while it runs', async () => {
    await make()
    const { promotionId } = (await all())[0]!
    expect(await refusalOf(tool.sell.marketing.pausePromotion(promotionId))).toMatchObject({ status: 400, id: 38214 })
    clock = new Date('2026-11-20T12:00:00Z')
    await tool.sell.marketing.pausePromotion(promotionId)
    expect(await all()).toMatchObject([{ promotionStatus: 'PAUSED' }])
    await tool.sell.marketing.resumePromotion(promotionId)
    expect(await refusalOf(tool.sell.marketing.resumePromotion(promotionId))).toMatchObject({ id: 38209 })
    expect(await all()).toMatchObject([{ promotionStatus: 'RUNNING' }])
  })

  it('is deleted as a draft, and not once it has prices', async () => {
    await make({ promotionStatus: 'DRAFT' })
    const { promotionId } = (await all())[0]!
    await tool.sell.marketing.deleteItemPriceMarkdownPromotion(promotionId)
    expect(await all()).toEqual([])
    await make()
    const [second] = await all()
    expect(await refusalOf(tool.sell.marketing.deleteItemPriceMarkdownPromotion(second!.promotionId))).toMatchObject({
      id: 345067,
    })
  })

  it('is refused with the field that cannot be, and leaves nothing', async () => {
    const at = (days: number) => new Date(now.getTime() + days * day).toISOString()
    const off = (percentageOffItem: string, inventoryCriterion: object = { listingIds: [listing] }) => ({
      selectedInventoryDiscounts: [
        {
          discountBenefit: { percentageOffItem },
          inventoryCriterion: { inventoryCriterionType: 'INVENTORY_BY_VALUE', ...inventoryCriterion },
        },
      ],
    })
    const refused: [object, number][] = [
      [{ name: 'x'.repeat(91) }, 38256],
      [{ name: ' ' }, 38235],
      [{ marketplaceId: 'EBAY_FR' }, 38235],
      [{ startDate: at(2), endDate: at(2) }, 38219],
      [{ startDate: at(-2), endDate: at(0) }, 38220],
      [{ startDate: at(0), endDate: at(1) }, 38229],
      [off('0'), 38248],
      [off('91'), 38248],
      [off('ten'), 38235],
      [off('10', {}), 38242],
      [off('10', { listingIds: ['118304211004'] }), 38227],
      [off('10', { listingIds: [] }), 38235],
    ]
    for (const [change, id] of refused)
      expect(await refusalOf(make(change)), JSON.stringify(change)).toMatchObject({ id })
    await make()
    // At that time in another one.
    expect(await refusalOf(make({ name: 'Again' }))).toMatchObject({ id: 38235 })
    expect(await all()).toHaveLength(1)
  })

  it('belongs to its shop', async () => {
    const theirs = await addSale(db, await addTestSeller(db), [])
    for (const ask of [read, (id: string) => tool.sell.marketing.pausePromotion(id)])
      for (const id of [theirs.sale_key, 'x'])
        expect(await refusalOf(ask(id))).toMatchObject({ status: 404, id: 38203 })
    expect(await all()).toEqual([])
  })
})
