import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { addRows, rowOf, updateRows } from '#db/testing-row.ts'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { scannedTexts } from '#features/machinery/scanning/testing.ts'
import { paths, withQuery } from '#web/paths.ts'
import { startCarrier } from '../examples/carrier/start-carrier.ts'
import { connectDemoShops } from '../server/carrier-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { guidePicture, hydrated, newPage, openPage, signIn, testHub, useBrowser } from './testing.ts'

useBrowser()
const hub = await testHub()
const carrier = await startCarrier()
afterTestFile(() => carrier.stop())
hub.hub.config.ownCarrier = carrier.url
await connectDemoShops(hub.hub, carrier.url)
const { id: sellerId } = await rowOf(hub.db.owner, 'sellers', { username: 'harbour-camera' })

/** Orders that wait for a light parcel without a label, in the shop's country or not. */
async function waiting(isHome: boolean, limit: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select o.order_number as number from orders o
    where o.seller_id = ${sellerId} and o.status = 'AWAITING_SHIPMENT' and o.delivery = 'SHIP'
      and (o.ship_to_country = 'GB') = ${isHome}
      and not exists (select from labels l where l.seller_id = o.seller_id and l.order_id = o.id)
      and (select sum(n.quantity * c.weight_grams) from line_items n
        left join listing_contents c on c.seller_id = n.seller_id and c.listing_id = n.listing_id
        where n.seller_id = o.seller_id and n.order_id = o.id) between 1 and 5000
    order by o.id desc limit ${limit}`.execute(hub.db.owner)
  return rows.map(({ number }) => number)
}

const labelsOf = (numbers: readonly string[]) =>
  hub.db.owner
    .selectFrom('labels as l')
    .innerJoin('orders as o', (join) => join.onRef('o.id', '=', 'l.order_id').onRef('o.seller_id', '=', 'l.seller_id'))
    .select(['l.state', 'l.cost_minor', 'o.order_number'])
    .where('o.order_number', 'in', numbers)
    .execute()

it('twelve orders get their labels by keyboard, from rates to one file to print', async () => {
  const page = await newPage()
  await signIn(page, hub, 'owner@demo.example')
  const numbers = await waiting(true, 12)
  expect(numbers).toHaveLength(12)
  await openPage(page, hub.url + withQuery(paths.labelsBuy, { keys: numbers.join(',') }))
  await expectAccessible(page)
  await page.getByLabel('Weight with packaging').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const buy = page.getByRole('button', { name: /^Buy 12 labels for £/ })
  await buy.and(page.locator(':focus')).waitFor()
  await guidePicture(page, 'labels')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/batch=/)
  // A job buys them; this hub has none.
  const { workOnDueLabels } = await import('#features/shipping/labels/due-labels.server.ts')
  await workOnDueLabels(hub.hub, {
    signal: new AbortController().signal,
    report: (error) => expect.fail(String(error)),
  })
  const print = page.getByRole('link', { name: /^Print labels/ })
  await page.reload()
  await print.waitFor()
  const labels = await labelsOf(numbers)
  expect(labels.map(({ state }) => state)).toEqual(Array.from({ length: 12 }, () => 'BOUGHT'))
  const file = await page.request.get(new URL((await print.getAttribute('href'))!, hub.url).href)
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await openPage(page, hub.url + paths.labels)
  await expectAccessible(page)
  expect(await page.getByRole('row').count()).toBe(13)
})

it('a rule is written, tried on the orders that wait, and named in the row that it chose for', async () => {
  const page = await newPage()
  await signIn(page, hub, 'owner@demo.example')
  await openPage(page, hub.url + paths.shippingRules())
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('UK under 2 kg')
  await page.getByLabel('Country', { exact: true }).fill('UK')
  await page.getByLabel('Weight up to').fill('2 kg')
  await page.getByLabel('This service instead').fill('Tracked 24')
  await page.keyboard.press('Enter')
  await page.getByText('Rule saved.').waitFor()
  await page.getByText('United Kingdom · up to 2 kg → Tracked 24').waitFor()
  await page.getByRole('row').filter({ hasText: 'UK under 2 kg: Tracked 24' }).first().waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Edit rule: UK under 2 kg' }).click()
  await page.getByRole('heading', { name: 'Edit rule: UK under 2 kg' }).waitFor()
  await expectAccessible(page)
  const [number] = await waiting(true, 1)
  await addRows(hub.db.owner, 'packages', {
    seller_id: sellerId,
    name: 'Small box',
    length_mm: 300,
    width_mm: 200,
    height_mm: 105,
  })
  await openPage(page, hub.url + paths.labelsBuyFor(number!))
  const size = page.getByRole('combobox', { name: 'Length x width x height' })
  const offered = page.locator(`datalist#${await size.getAttribute('list')} option`, { hasText: 'Small box' })
  await size.fill((await offered.getAttribute('value'))!)
  await page.getByLabel('Weight with packaging').fill('300 g')
  await page.keyboard.press('Enter')
  await page.getByText('Rule: UK under 2 kg').waitFor()
  expect(await size.inputValue()).toBe('30 x 20 x 10.5')
  expect(await page.getByLabel('Service', { exact: true }).locator('option:checked').textContent()).toContain(
    'Tracked 24',
  )
  await expectAccessible(page)
})

it('an address that the provider doubts is shown with what it proposes, and the label is bought all the same', async () => {
  const page = await newPage({ viewport: { width: 375, height: 740 }, colorScheme: 'dark' })
  await signIn(page, hub, 'owner@demo.example')
  const [number] = await waiting(true, 1)
  await sql`update addresses a set postal_code = 'ls14dy' from orders o
    where o.order_number = ${number} and a.seller_id = o.seller_id and a.id = o.ship_to_address_id`.execute(
    hub.db.owner,
  )
  await openPage(page, hub.url + paths.labelsBuyFor(number!))
  await page.getByRole('button', { name: 'Get rates' }).last().click()
  await page.getByText(/It proposes: .*LS1 4DY/).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Buy label for/ }).click()
  await page.waitForURL(/batch=/)
  await page.getByText('Bought', { exact: true }).waitFor()
})

it('one press prints the slip of an order with its label, whose barcode a scanner reads', async () => {
  const page = await newPage()
  await signIn(page, hub, 'owner@demo.example')
  const { order, tracking } = await hub.db.owner
    .selectFrom('labels as l')
    .innerJoin('orders as o', (join) => join.onRef('o.id', '=', 'l.order_id').onRef('o.seller_id', '=', 'l.seller_id'))
    .select(['o.order_number as order', 'l.tracking_number as tracking'])
    .where('o.seller_id', '=', sellerId)
    .where('l.state', '=', 'BOUGHT')
    .where('l.tracking_number', 'is not', null)
    // Few lines, which leave room for the label.
    .orderBy(sql`(select count(*) from line_items n where n.seller_id = o.seller_id and n.order_id = o.id)`)
    .executeTakeFirstOrThrow()
  await updateRows(hub.db.owner, 'orders', { order_number: order }, { buyer_note: null, gift_message: null })
  await openPage(page, hub.url + paths.orderDetails(order))
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Print label and slip/ }).click()
  const sheet = await opened
  await sheet.locator('html[data-drawn]').waitFor({ state: 'attached' })
  const image = sheet.locator('.bought-label img')
  expect(await image.count()).toBe(1)
  const source = await image.getAttribute('src')
  expect(await scannedTexts(Buffer.from(source!.split(',')[1]!, 'base64'))).toEqual([tracking])
  // Slip and label share a sheet of A4: 105 mm wide at their printed size.
  expect(await image.evaluate((drawn) => Math.round((drawn.clientWidth / 96) * 25.4))).toBe(105)
  await sheet.emulateMedia({ media: 'print' })
  const pdf = await getDocumentProxy(new Uint8Array(await sheet.pdf({ preferCSSPageSize: true })))
  expect(pdf.numPages).toBe(1)
})

it('what is typed on the sheet survives a lost connection and a reload, and is forgotten once bought', async () => {
  const page = await newPage()
  await signIn(page, hub, 'owner@demo.example')
  const [number] = await waiting(true, 1)
  await openPage(page, hub.url + paths.labelsBuyFor(number!))
  const weight = page.getByLabel('Weight with packaging')
  await weight.fill('432 g')
  await page.getByText('Contents, insurance and signature').click()
  const signature = page.getByLabel('Signature on delivery')
  await signature.check()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Get rates' }).last().click()
  await page
    .getByText(/offline|connection/i)
    .first()
    .waitFor()
  expect(await weight.inputValue()).toBe('432 g')
  await page.context().setOffline(false)
  await page.reload()
  await hydrated(page)
  expect(await weight.inputValue()).toBe('432 g')
  expect(await signature.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Get rates' }).last().click()
  await page.getByRole('button', { name: /^Buy label for/ }).click()
  await page.waitForURL(/batch=/)
  await page.getByText('Bought', { exact: true }).waitFor()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('labels ')))).toEqual(
    [],
  )
})

it('a bought label is voided on its order, and the parcel can get another', async () => {
  const page = await newPage()
  await signIn(page, hub, 'owner@demo.example')
  const [number] = await labelledOrder()
  await openPage(page, hub.url + paths.orderDetails(number))
  await page.getByRole('button', { name: 'Void' }).click()
  await page.getByText('Refund requested').waitFor()
  expect(await page.getByRole('link', { name: 'Buy label' }).isVisible()).toBe(true)
})

it('a German seller on a phone is asked for customs details before the label of a parcel to Switzerland is bought', async () => {
  const page = await newPage({ viewport: { width: 375, height: 740 }, locale: 'de-DE' })
  await signIn(page, hub, 'owner@demo.example')
  const [number] = await waiting(false, 1)
  await sql`delete from customs_details where seller_id = ${sellerId}`.execute(hub.db.owner)
  await sql`with sent as (
      update orders set ship_to_country = 'CH' where order_number = ${number} returning seller_id, ship_to_address_id as id
    )
    update addresses a set country = 'CH', city = 'Zürich', postal_code = '8001', region = null
    from sent where a.seller_id = sent.seller_id and a.id = sent.id`.execute(hub.db.owner)
  await openPage(page, hub.url + paths.labelsBuyFor(number!))
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.getByRole('button', { name: 'Preise abrufen' }).last().click()
  await page.getByRole('button', { name: /Etikett für .* kaufen/ }).click()
  await page
    .getByRole('link', { name: /Geben Sie die Zolltarifnummer ein/ })
    .first()
    .waitFor()
  expect(await labelsOf([number!])).toEqual([])
  for (const field of await page.getByLabel('Zolltarifnummer (HS)').all()) await field.fill('9006.53')
  for (const field of await page.getByLabel('Ursprungsland').all()) await field.fill('jp')
  await page.getByRole('button', { name: /Etikett für .* kaufen/ }).click()
  await page.waitForURL(/batch=/)
  await page.getByText('Gekauft', { exact: true }).waitFor()
  expect(await labelsOf([number!])).toMatchObject([{ state: 'BOUGHT' }])
  const { customs } = await rowOf(hub.db.owner, 'labels', { order_id: (await orderOf(number!)).id })
  expect(customs).toMatchObject({
    purpose: 'SALE',
    items: expect.arrayContaining([expect.objectContaining({ hsCode: '900653', originCountry: 'JP' })]),
  })
})

it('the label of a return is bought on the return’s page, and its number goes to the buyer', async () => {
  const page = await newPage()
  await signIn(page, hub, 'owner@demo.example')
  const { rows } = await sql<{ number: string }>`
    select c.case_number as number from cases c join orders o on o.seller_id = c.seller_id and o.id = c.order_id
    where c.seller_id = ${sellerId} and c.kind = 'RETURN' and c.state = 'RETURN_LABEL_PENDING' and c.closed_at is null
      and o.ship_to_country = 'GB' order by c.id limit 1`.execute(hub.db.owner)
  const number = rows[0]!.number
  await openPage(page, hub.url + paths.caseDetails(number))
  await page.getByRole('link', { name: 'Buy return label' }).click()
  await page.getByLabel('Weight with packaging').fill('500 g')
  await page.keyboard.press('Enter')
  const service = page.getByLabel('Service', { exact: true })
  const tracked = service.locator('option', { hasText: 'Tracked 48' })
  await service.selectOption(await tracked.getAttribute('value'))
  await page.getByRole('button', { name: /^Buy label for/ }).click()
  await page.getByText('Bought', { exact: true }).waitFor()
  const { id } = await rowOf(hub.db.owner, 'cases', { case_number: number })
  const label = await rowOf(hub.db.owner, 'labels', { case_id: id })
  expect(label).toMatchObject({ state: 'BOUGHT', tracking_number: expect.stringMatching(/./) })
  await openPage(page, hub.url + paths.caseDetails(number))
  await page.getByRole('link', { name: /^Print return label/ }).waitFor()
  expect(await page.getByLabel('Tracking number').inputValue()).toBe(label.tracking_number)
  await page.getByRole('radio', { name: /Send the label/ }).check()
  await page.getByRole('button', { name: 'Send the label' }).click()
  await page.getByText(label.tracking_number!).first().waitFor()
  expect(await rowOf(hub.db.owner, 'cases', { case_number: number })).toMatchObject({
    state: 'ITEM_READY_TO_SHIP',
    tracking_number: label.tracking_number,
  })
})

const orderOf = (number: string) => rowOf(hub.db.owner, 'orders', { order_number: number })

async function labelledOrder(): Promise<[string]> {
  const row = await hub.db.owner
    .selectFrom('labels as l')
    .innerJoin('orders as o', (join) => join.onRef('o.id', '=', 'l.order_id').onRef('o.seller_id', '=', 'l.seller_id'))
    .select('o.order_number')
    .where('l.state', '=', 'BOUGHT')
    .where('o.seller_id', '=', sellerId)
    .orderBy('l.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return [row.order_number]
}
