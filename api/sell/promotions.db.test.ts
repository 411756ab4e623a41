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

  it('is replaced until it begins', async () => {
    await make()
    const { promotionId } = (await all())[0]!
    const put = (body: object) => tool.sell.marketing.updateItemPriceMarkdownPromotion(promotionId, body)
    const off = bodyOf({ name: 'More' })
    off.selectedInventoryDiscounts[0]!.discountBenefit.percentageOffItem = '30'
    await put(off)
    expect(await read(promotionId)).toMatchObject({ ...off, promotionStatus: 'SCHEDULED' })
    expect(await prices()).toEqual([{ price_minor: 3500, was_minor: 5000 }])
    expect(await refusalOf(put(bodyOf({ promotionStatus: 'DRAFT' })))).toMatchObject({ id: 345065 })
    clock = new Date('2026-11-20T12:00:00Z')
    expect(await refusalOf(put(off))).toMatchObject({ id: 38232 })
    clock = new Date('2026-11-20T20:00:00Z')
    expect(await refusalOf(put(off))).toMatchObject({ id: 38225 })
    expect(await prices()).toEqual([{ price_minor: 3500, was_minor: 5000 }])
  })

  it('belongs to its shop', async () => {
    const theirs = await addSale(db, await addTestSeller(db), [])
    for (const ask of [read, (id: string) => tool.sell.marketing.pausePromotion(id)])
      for (const id of [theirs.sale_key, 'x'])
        expect(await refusalOf(ask(id))).toMatchObject({ status: 404, id: 38203 })
    expect(await all()).toEqual([])
  })
})

describe('a promotion at the checkout of a tool', () => {
  const rule = (discountBenefit: object, discountSpecification: object, ruleOrder = 1) => ({
    discountBenefit,
    discountSpecification,
    ruleOrder,
  })
  const share = (percent: string, units: number, nth = 1) =>
    rule({ percentageOffOrder: percent }, { minQuantity: units }, nth)
  const { selectedInventoryDiscounts: _, ...common } = bodyOf()
  const promotion = (promotionType: string, discountRules: object[], more: object = {}) => ({
    ...common,
    promotionType,
    discountRules,
    inventoryCriterion: { inventoryCriterionType: 'INVENTORY_BY_VALUE', listingIds: [listing] },
    ...more,
  })
  const create = (body: object) => tool.sell.marketing.createItemPromotion(body)
  const gbp = (value: string) => ({ value, currency: 'GBP' })
  const coupon = { couponConfiguration: { couponCode: 'WINTER26', couponType: 'PUBLIC_SINGLE_SELLER_COUPON' } }

  it('is a volume price, a discount of the order, or a coupon, and is read as it was made', async () => {
    const bodies = [
      promotion('VOLUME_DISCOUNT', [share('5', 2), share('10', 3, 2)]),
      promotion('ORDER_DISCOUNT', [rule({ percentageOffOrder: '10' }, { minAmount: gbp('50.00') })]),
      promotion('CODED_COUPON', [rule({ amountOffOrder: gbp('5.00') }, {})], coupon),
    ]
    for (const body of bodies) await create(body)
    const made = await all()
    expect(made.map((each) => (each as { promotionType?: string }).promotionType)).toEqual([
      'VOLUME_DISCOUNT',
      'ORDER_DISCOUNT',
      'CODED_COUPON',
    ])
    for (const [nth, body] of bodies.entries())
      expect(await tool.sell.marketing.getItemPromotion(made[nth]!.promotionId)).toMatchObject(body)
    expect(await refusalOf(read(made[0]!.promotionId))).toMatchObject({ id: 38203 })
    expect(await prices()).toEqual([])
  })

  it('takes eBay’s first step of one item, and is replaced and deleted as a draft', async () => {
    await create(promotion('VOLUME_DISCOUNT', [share('0', 1), share('5', 2, 2)], { promotionStatus: 'DRAFT' }))
    const { promotionId } = (await all())[0]!
    const put = (body: object) => tool.sell.marketing.updateItemPromotion(promotionId, body)
    const next = promotion('VOLUME_DISCOUNT', [share('7', 4)], { promotionStatus: 'DRAFT' })
    await put(next)
    expect(await tool.sell.marketing.getItemPromotion(promotionId)).toMatchObject(next)
    const other = promotion('ORDER_DISCOUNT', [rule({ percentageOffOrder: '10' }, {})])
    expect(await refusalOf(put(other))).toMatchObject({ id: 345135 })
    await tool.sell.marketing.deleteItemPromotion(promotionId)
    expect(await all()).toEqual([])
  })

  it('is refused with the rule that cannot be', async () => {
    const percent = { percentageOffOrder: '10' }
    const refused: [object, number][] = [
      [promotion('MARKDOWN_SALE', [share('5', 2)]), 345134],
      [promotion('VOLUME_DISCOUNT', [share('0', 1)]), 345128],
      [
        promotion(
          'VOLUME_DISCOUNT',
          [2, 3, 4, 5].map((units) => share(String(units), units, units - 1)),
        ),
        345130,
      ],
      [promotion('VOLUME_DISCOUNT', [share('5', 2), share('5', 3)]), 345132],
      [promotion('VOLUME_DISCOUNT', [share('91', 2)]), 345132],
      [promotion('ORDER_DISCOUNT', [rule(percent, {}), rule(percent, {})]), 38257],
      [promotion('ORDER_DISCOUNT', [rule({ ...percent, amountOffOrder: gbp('5.00') }, {})]), 345136],
      [promotion('ORDER_DISCOUNT', [rule({ amountOffOrder: gbp('0.00') }, {})]), 38253],
      [promotion('ORDER_DISCOUNT', [rule(percent, { minAmount: { value: '5.00', currency: 'EUR' } })]), 38253],
      [promotion('CODED_COUPON', [rule(percent, {})]), 345137],
      [promotion('CODED_COUPON', [rule(percent, {})], { couponConfiguration: { couponCode: 'ABC' } }), 345137],
    ]
    for (const [body, id] of refused) expect(await refusalOf(create(body)), JSON.stringify(body)).toMatchObject({ id })
    expect(await all()).toEqual([])
    await create(promotion('VOLUME_DISCOUNT', [share('5', 2)]))
    expect(await refusalOf(create(promotion('VOLUME_DISCOUNT', [share('6', 2)])))).toMatchObject({ id: 38235 })
  })
})
