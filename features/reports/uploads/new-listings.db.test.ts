import { testHubAt } from '#features/people/accounts/testing.ts'
import { addRow } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { addFormProducts, addFormShop, inColours } from '#features/selling/listing-form/testing.ts'
import { uploadPages } from './testing.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'

const { db, hub } = await testHubAt('2026-11-20T12:00:00Z')
const shop = await addFormShop(hub, db, 'camera-shop')
await addFormProducts(db)
const { upload, modelOf, linesOf, step, work, apply } = uploadPages({ hub, browser: shop.browser })

const ebay = (sku: string) =>
  [
    'Action,CustomLabel,Title,C:Brand,Relationship,RelationshipDetails,Start price,Available quantity',
    `Add,${sku},Strap,Leica,,Colour=Red;Blue;Green,,`,
    `,${sku}-R,,,Variation,Colour=Red,19.99,4`,
    `,${sku}-B,,,Variation,Colour=Blue,21.99,0`,
  ].join('\n')

const shopify = (handle: string) =>
  [
    'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price',
    `${handle},Cap,Colour,Red,Size,S,${handle}-RS,1,5.00`,
    `${handle},,,red,,L,${handle}-RL,2,6.00`,
    `${handle},,,Blue,,S,${handle}-BS,3,7.00`,
  ].join('\n')

/** Input in the form of the draft with this title. */
async function typedOf(title: string): Promise<Record<string, string>> {
  const draft = (await shop.listings()).find((row) => row.title === title && row.state === 'DRAFT')
  return (await shop.open(`mode=AddItem&draftId=${draft?.item_number}`)).typed
}

const drafts = async (title: string) => (await shop.listings()).filter((row) => row.title === title)

describe('a listing with variations', () => {
  it('of eBay becomes one draft, whose SKUs find it when the file is sent again', async () => {
    const id = await upload(ebay('STRAP'))
    expect(await linesOf(id, 'create')).toEqual([
      '2 | Creates a draft with 2 variations',
      '3 | Variation of the draft in line 2',
      '4 | Variation of the draft in line 2',
    ])
    await step(id, 'apply')
    await work()
    expect(await modelOf(id)).toMatchObject({ state: 'DONE', progress: { done: 3, all: 3 } })
    expect(await typedOf('Strap')).toMatchObject({
      sku: 'STRAP',
      'aspect.Brand': 'Leica',
      'axis1.name': 'Colour',
      'axis1.values': 'Red, Blue',
      'row.0.values': 'Red',
      'row.0.sku': 'STRAP-R',
      'row.0.price': '19.99',
      'row.0.quantity': '4',
      'row.1.sku': 'STRAP-B',
    })
    const again = await upload(ebay('STRAP'))
    expect(await modelOf(again)).toMatchObject({ changes: 0 })
    expect(await linesOf(again, 'skipped')).toHaveLength(3)
  })

  it('of Shopify has the options that its first row names, and no combination that the file lacks', async () => {
    await apply(shopify('cap'))
    const typed = await typedOf('Cap')
    expect(typed).toMatchObject({
      'axis1.values': 'Red, Blue',
      'axis2.values': 'S, L',
      'row.0.sku': 'cap-RS',
      'row.1.values': 'Red\nL',
      'row.1.sku': 'cap-RL',
      'row.2.values': 'Blue\nS',
    })
    expect(typed['row.3.values']).toBeUndefined()
    // The listing itself has no SKU: those of its variations find it.
    const again = await upload(shopify('cap').replaceAll('cap,', 'hat,'))
    expect(await linesOf(again, 'skipped')).toHaveLength(3)
    expect(await drafts('Cap')).toHaveLength(1)
  })

  it('is created with 0 where a file says less than nothing, and says so', async () => {
    const rows = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty',
      'hood,Hood,Colour,Red,HOOD-R,5.00,10',
      'hood,,,Blue,HOOD-B,5.00,-3',
    ]
    const id = await upload(rows.join('\n'))
    expect(await linesOf(id, 'create')).toEqual([
      '2 | Creates a draft with 2 variations',
      '3 | Variation of the draft in line 2 | Quantity “-3”: Less than nothing: taken as 0.',
    ])
    await step(id, 'apply')
    await work()
    expect(await typedOf('Hood')).toMatchObject({ 'row.0.quantity': '10', 'row.1.quantity': '0' })
  })

  it('of WooCommerce leaves its options out of the details', async () => {
    await apply(
      [
        'ID,Type,SKU,Name,Regular price,Stock,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)',
        '7,variable,BAG,Bag,,,,Colour,"Red, Blue",Material,Leather',
        '8,variation,BAG-R,Bag - Red,19.99,4,BAG,Colour,Red,,',
        '9,variation,BAG-B,Bag - Blue,19.99,2,id:7,Colour,Blue,,',
      ].join('\n'),
    )
    const typed = await typedOf('Bag')
    expect(typed).toMatchObject({ sku: 'BAG', 'aspect.Material': 'Leather', 'axis1.values': 'Red, Blue' })
    expect(typed['aspect.Colour']).toBeUndefined()
  })

  it('is created as a whole or not at all', async () => {
    const id = await upload(
      [
        'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
        'a,A,Colour,Red,A-R,5.00',
        'a,,,Blue,A-B,much',
        'b,B,Colour,"Red, dark",B-R,5.00',
        'c,C,Colour,Red,C-1,5.00',
        'c,,,red,C-2,5.00',
        'd,D,Colour,Red,,5.00',
        'e,E,Colour,Red,E-R,5.00',
        'e,,,Blue,A-R,5.00',
        ',,,,X-1,5.00',
      ].join('\n'),
    )
    expect(await linesOf(id, 'problems')).toEqual([
      '2 | – | Line 3 of this listing has a problem, so it is not created.',
      '3 | – | Price “much”: Enter an amount with no more decimals than its currency has.',
      '4 | – | Variation “Red, dark”: Options and their values have no commas.',
      '5 | – | Line 6 of this listing has a problem, so it is not created.',
      '6 | – | Variation “red”: Line 5 has the same options.',
      '7 | – | The row has no item number and no SKU. A new listing needs a SKU.',
      '10 | – | SKU “X-1”: You have no such listing.',
    ])
    expect(await linesOf(id, 'create')).toHaveLength(2)
  })

  it('that the shop has is revised: each row its variation', async () => {
    await shop.publish(inColours('P'))
    const id = await upload(
      [
        'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
        'p,P,Colour,Red,P-R,21.00',
        'p,,,Blue,,23.00',
        'p,,,Green,P-G,23.00',
      ].join('\n'),
    )
    expect(await linesOf(id, 'revise')).toEqual(['2 | Price £20.00 → £21.00', '3 | Price £22.00 → £23.00'])
    expect(await linesOf(id, 'problems')).toEqual(['4 | – | Variation “Green”: The listing has no such variation.'])
  })
})

describe('eBay’s template', () => {
  const template = (action: string, sku: string, shipping: string, offers: string) =>
    [
      '*Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193),CustomLabel,*Title,*Format,*StartPrice,*Quantity,BestOfferEnabled,BestOfferAutoAcceptPrice,MinimumBestOfferPrice,ShippingProfileName,*Category',
      `${action},${sku},Finder,Auction,50.00,1,${offers},${shipping},625`,
    ].join('\n')

  it('creates drafts with its format, offers and policies by their names', async () => {
    const { 'policy.FULFILMENT': usual } = await shop.complete()
    await apply(template('Add', 'FINDER', 'usual', '1,45.00,30.00'))
    expect(await typedOf('Finder')).toMatchObject({
      format: 'AUCTION',
      bestOffer: 'on',
      autoAccept: '45.00',
      minimumOffer: '30.00',
      'policy.FULFILMENT': usual,
    })
    const refused = await upload(template('Add', 'FINDER-2', 'Nobody’s', 'maybe,45.00,30.00'))
    expect(await linesOf(refused, 'problems')).toEqual([
      '2 | Creates a draft | Best offer “maybe”: Use 1 or 0, Yes or No. Shipping policy “Nobody’s”: You have no such policy.',
    ])
  })

  it('creates drafts with its start in the shop’s zone and the product of its number, and says why it uses no other column', async () => {
    const [product] = await db.owner
      .selectFrom('products')
      .select(['epid', 'gtin'])
      .where('gtin', 'is not', null)
      .execute()
    const timed = (sku: string, number: string, at: string) =>
      [
        'Action,CustomLabel,Title,Category,StartPrice,Quantity,ScheduleTime,P:UPC,Subtitle,StoreCategory,Duration',
        `Add,${sku},${sku} lens,625,50.00,1,${at},${number},Rare,7,GTC`,
      ].join('\n')
    const id = await upload(timed('TIMED', product?.gtin?.replace(/^0+/, '') ?? '', '2026-12-01 09:30:00'))
    const { columns } = await modelOf(id)
    expect(columns.map(({ note }: { note: string | null }) => note).filter(Boolean)).toEqual([
      'Listings have no subtitle here.',
      'There are no store categories here.',
      'The marketplace decides how long listings run.',
    ])
    await step(id, 'apply')
    await work()
    expect(await typedOf('TIMED lens')).toMatchObject({
      epid: product?.epid,
      startDate: '2026-12-01',
      startTime: '09:30',
    })
    await apply(timed('TIMELESS', 'Does not apply', ''))
    const { epid, startDate } = await typedOf('TIMELESS lens')
    expect([epid || null, startDate || null]).toEqual([null, null])
    expect(await linesOf(await upload(timed('LATE', '', 'tomorrow')), 'problems')).toEqual([
      '2 | Creates a draft | Start, new listings “tomorrow”: Enter a time such as 2026-12-01 09:00:00, in UTC.',
    ])
  })

  it('revises offers and policies, and undo restores them', async () => {
    await shop.publish({ sku: 'TEMPLATE' })
    const { id: express } = await addRow(db.owner, 'seller_policies', {
      seller_id: shop.sellerId,
      kind: 'FULFILMENT',
      name: 'Express',
      shipping: flatShipping(900),
    })
    const { title, price } = await shop.complete()
    const file = template('Revise', 'TEMPLATE', 'Express', '1,1100.00,900.00').replace('Finder', `"${title}"`)
    const id = await upload(file.replace('50.00,1,', `"${price}",1,`))
    expect((await linesOf(id, 'revise'))[0]).toMatch(/Minimum offer – → £900\.00/)
    await step(id, 'apply')
    await work()
    const policies = () =>
      db.owner
        .selectFrom('listing_policies as p')
        .innerJoin('listings as l', (on) =>
          on.onRef('l.seller_id', '=', 'p.seller_id').onRef('l.id', '=', 'p.listing_id'),
        )
        .select('p.policy_id')
        .where('l.sku', '=', 'TEMPLATE')
        .where('p.kind', '=', 'FULFILMENT')
        .execute()
    expect(await policies()).toEqual([{ policy_id: express }])
    await step(id, 'undo')
    await work()
    const { 'policy.FULFILMENT': usual } = await shop.complete()
    expect(await policies()).toEqual([{ policy_id: usual }])
  })
})
