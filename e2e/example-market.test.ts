import { rowOf, updateRows } from '#db/testing-row.ts'
import { sql, type SqlBool } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { moveOffer } from '#features/core/offer/offers-db.server.ts'
import { sendOffers } from '#features/core/offer/send-offers-db.server.ts'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import { settlePayout } from '#features/payments/payouts/settle-payouts.server.ts'
import { brand } from '#lib/brand.ts'
import { paths, withQuery } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { chooseCategory, choosePolicies, field, line, pictureFile, press } from './listing-form-kit.ts'
import { startTestMarket } from './testing-market.ts'
import { payWhatIsOnItsWay } from './testing-payouts.ts'
import { newPage, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()
const offered = await takingOffers()
const { market, buyer } = await startTestMarket(test)

/** A listing of the demo shop that takes offers, without rules that answer them. */
async function takingOffers() {
  const { item, id, sellerId } = await test.db.owner
    .selectFrom('listings as l')
    .innerJoin('listing_contents as c', (join) =>
      join.onRef('c.seller_id', '=', 'l.seller_id').onRef('c.listing_id', '=', 'l.id'),
    )
    .select(['l.item_number as item', 'l.id', 'l.seller_id as sellerId'])
    .where('l.state', '=', 'ACTIVE')
    .where('l.format', '=', 'FIXED_PRICE')
    .where('l.currency', '=', 'GBP')
    .where('l.quantity_available', '>', 1)
    .where('l.price_minor', '>', 2_000)
    .where(sql<SqlBool>`c.axes = '[]'`)
    .orderBy('l.id')
    .executeTakeFirstOrThrow()
  await updateRows(
    test.db.owner,
    'listing_contents',
    { seller_id: sellerId, listing_id: id },
    { best_offer: true, minimum_offer_minor: null, auto_accept_minor: null },
  )
  return { item, id, sellerId }
}

async function seller(): Promise<Page> {
  const page = await signedInPage(test, 'owner@demo.example')
  return page
}

/** Creates a listing in black and silver with two pictures, without a SKU; returns its item number. */
async function list(page: Page, title: string): Promise<string> {
  await openPage(page, `${test.url}${paths.listingForm({ mode: 'AddItem' })}`)
  await field(page, 'Title').fill(title)
  await chooseCategory(page, 'tripods')
  await field(page, 'Brand').fill('Linhof')
  await field(page, 'Condition').selectOption('GOOD')
  // By keyboard: the product summary loading above could move the button between press and release.
  await page.getByText('Add variations').press('Enter')
  await page.locator('[name="axis1.name"]').fill('Colour')
  await page.locator('[name="axis1.values"]').fill('Black, Silver')
  await press(page, 'Create variations')
  for (const [colour, quantity] of Object.entries({ Black: '1', Silver: '2' })) {
    await page.getByLabel(`${colour}: Price`).fill('80.00')
    await page.getByLabel(`${colour}: Quantity`).fill(quantity)
  }
  await field(page, 'Handling time').fill('1')
  await page
    .locator('#pictures')
    .setInputFiles([await pictureFile('tripod.png'), await pictureFile('its-head.png', '#345')])
  await expect.poll(() => page.locator('input[name=picture]').count()).toBe(2)
  await choosePolicies(page)
  const panel = page.getByRole('complementary', { name: 'Summary' })
  await expect.poll(() => panel.innerText()).toContain('Ready to publish')
  await press(page, 'Publish')
  await line(page, 'Published. Buyers can find it now.')
  return new URL(page.url()).searchParams.get('item')!
}

/** Title of a listing of the demo shop with one unit left. */
async function theLastOne(): Promise<string> {
  const { title } = await test.db.owner
    .selectFrom('listings')
    .select('title')
    .where('state', '=', 'ACTIVE')
    .where('format', '=', 'FIXED_PRICE')
    .where('quantity_available', '=', 1)
    .where('currency', '=', 'GBP')
    .where('title', 'like', 'Leica M%')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return title
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay for/ })
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)

/** Finds a listing in the market and goes to checkout with it. */
async function toCheckout(page: Page, title: string, colour: string | null = null): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(`${market.url}/search?q=${encodeURIComponent(title)}`)
      return page.getByRole('link', { name: title }).count()
    })
    .toBe(1)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('Postage £').waitFor()
  if (colour) {
    await page.getByRole('link', { name: 'Show number 2' }).click()
    await page.getByLabel('Colour').selectOption({ label: `${colour} · £80.00` })
  }
  await page.getByRole('button', { name: 'Put into the basket' }).click()
  await fits(page)
  await page.getByRole('link', { name: 'To the checkout' }).click()
  await page.getByText('This is a demo: nothing is charged.').waitFor()
}

/** Pays out on demand: the market's first payout fails, and is paid when the hub asks for it again. */
async function payOut(page: Page): Promise<void> {
  await makeFundsAvailable(test.hub)
  await payWhatIsOnItsWay(test)
  await openPage(page, test.url + paths.payments)
  await page.getByRole('button', { name: /^Pay out .*£.* now$/ }).click()
  await page.getByRole('status').filter({ hasText: 'The payout has begun.' }).waitFor()
  const failed = () =>
    test.db.owner.selectFrom('payouts').selectAll().where('failure', '=', 'BANK_UNREACHABLE').executeTakeFirst()
  await expect.poll(failed).toMatchObject({ state: 'RETRYABLE_FAILED', attempts: 1 })
  const { seller_id: sellerId, payout_number: number, ask_at: askAt } = (await failed())!
  await openPage(page, test.url + paths.payoutDetails(number))
  await page.getByText('Failed, will be tried again').first().waitFor()
  await page.getByText('The bank could not be reached').waitFor()
  await page.getByText('You need not do anything: the payment is tried again.').waitFor()

  await settlePayout({ ...test.hub, now: () => askAt! }, sellerId, number)
  // The open page shows it by itself.
  await page.getByText(/^Paid, on /).waitFor()
  await page.getByText('The rows add up to the payout; nothing is unexplained.').waitFor()
  await page.getByText(`EM-${number}-2`).waitFor()
}

describe('the example market', () => {
  it('sells what is listed in the hub: the order is there at once, the parcel, the answer and the refund come back', async () => {
    const title = 'Tripod of the market'
    const hub = await seller()
    await list(hub, title)
    await openPage(hub, test.url + withQuery(paths.orders, { status: 'awaiting-shipment' }))

    const shop = await buyer('greta')
    await toCheckout(shop, title, 'Silver')
    for (const shown of ['£83.95', '(Silver)']) expect(await shop.locator('main').innerText()).toContain(shown)
    await expectAccessible(shop, { withFrame: true })
    await pay(shop).click()
    await shop.getByRole('status').getByText('Thank you: it is ordered.').waitFor()
    await shop.getByRole('link', { name: title }).click()
    const heading = await shop.getByRole('heading', { level: 1, name: /^Order / }).innerText()
    const number = heading.replace('Order ', '')

    expect(await shop.locator('main').innerText()).toContain(`${title} (Silver)`)
    // The open list in the hub offers the new order.
    await hub.getByRole('button', { name: /^Show \d+ new$/ }).click()
    await hub.getByRole('row').getByRole('link', { name: number, exact: true }).click()
    await hub.getByRole('heading', { level: 1 }).getByText(number).waitFor()
    await shop.getByLabel('Ask the seller').fill('Does it fold?')
    await shop.getByRole('button', { name: 'Send' }).click()
    await shop.getByText('Your question is with the seller.').waitFor()
    await hub.getByText('Does it fold?').first().waitFor()

    // The parcel appears in the buyer's open page by itself, with the requests it allows.
    await openPage(hub, test.url + paths.shipOrder(number))
    await hub.getByLabel('Tracking number').fill('RN473124829GB')
    await hub.getByRole('button', { name: 'Ship', exact: true }).click()
    await hub.waitForURL(/\/sh\/ord\/details\?/)
    await shop.getByText('Royal Mail RN473124829GB').waitFor()
    await shop.getByText('On its way').waitFor()
    await shop.getByText('It has not come').waitFor()

    await shop.getByRole('button', { name: /^It has arrived/ }).click()
    await shop.getByText('It has arrived.', { exact: true }).waitFor()
    await shop.getByText('Send something back').click()
    await shop.getByLabel('Why').first().selectOption('ARRIVED_DAMAGED')
    await shop.getByLabel('What is wrong').fill('A leg is bent.')
    await shop.getByLabel('A photo').setInputFiles(await pictureFile('leg.png', '#842'))
    await shop.getByRole('button', { name: 'Ask for the return' }).click()
    await shop.getByText('You have asked for the return').waitFor()
    const opened = shop.getByRole('region', { name: /^Return 5-/ })
    await expect.poll(() => opened.getByRole('img').evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(600)
    const returned = (await opened.getAttribute('aria-label'))!.replace('Return ', '')
    await expectAccessible(shop, { withFrame: true })

    await openPage(hub, test.url + paths.caseDetails(returned))
    await hub.getByText('A leg is bent.').first().waitFor()
    await hub.getByRole('radio', { name: /^Refund £/ }).check()
    await hub.getByRole('button', { name: /^Refund £/ }).click()
    await hub.getByRole('status').getByText('Done: refund of').waitFor()
    await opened.getByText('Money back: £83.95').waitFor()
    await shop.getByText(/^paid back/).waitFor()

    await shop.reload()
    await shop.locator('summary', { hasText: 'Leave feedback' }).click()
    await shop.getByRole('radio', { name: '4 stars' }).check()
    await shop.getByLabel(/^In your words/).fill('Money back at once.')
    await shop.getByRole('button', { name: 'Leave feedback' }).click()
    await shop.getByText('4 stars: Money back at once.').waitFor()

    // The seller's answer appears below it.
    await openPage(hub, test.url + paths.orderFeedback(number, 0))
    await hub.getByRole('textbox', { name: 'Your reply' }).fill('Sorry for the trouble.')
    await hub.getByRole('button', { name: 'Save reply' }).click()
    await shop.getByText('Sorry for the trouble.').waitFor()

    await payOut(hub)
    await fits(shop)
    // Other buyers cannot see it.
    const stranger = await buyer('otto')
    expect((await stranger.goto(shop.url()))?.status()).toBe(404)
  })

  it('asks the seller, who answers on a phone and shows the answer to all buyers, until it is removed', async () => {
    const shop = await buyer('nora')
    await shop.goto(`${market.url}/search?q=leica&sort=dearest`)
    await shop.getByRole('article').getByRole('link').first().click()
    const questions = shop.locator('#questions')
    const stranger = await newPage()
    await questions.getByLabel('Ask a question').fill('Does the meter work? Nora')
    await questions.getByRole('button', { name: 'Send' }).click()
    await questions.getByText('Does the meter work? Nora').waitFor()
    await expectAccessible(shop, { withFrame: true })

    const phone = { viewport: { width: 375, height: 800 }, hasTouch: true }
    const hub = await signedInPage(test, 'owner@demo.example', phone)
    await openPage(hub, test.url + withQuery(paths.conversations, { about: 'question' }))
    await fits(hub)
    await hub.getByText('nora.lantern').first().click()
    const thread = hub.getByRole('region', { name: 'Conversation with the buyer' })
    await thread.getByText('Does the meter work? Nora').waitFor()
    await fits(hub)
    await expectAccessible(hub)
    await thread.getByRole('textbox', { name: 'Message to the buyer' }).fill('It does, to half a stop.')
    await thread.getByRole('button', { name: 'Send', exact: true }).click()
    await questions.getByText('It does, to half a stop.').waitFor()

    const answers = hub.getByRole('region', { name: 'Questions and answers' })
    await answers.getByLabel('Question as buyers read it').fill('Does the meter work?')
    await answers.getByRole('button', { name: 'Add to the listing' }).click()
    await answers.getByRole('button', { name: 'Remove from the listing' }).waitFor()
    await expectAccessible(hub)
    const shown = stranger.locator('#questions').getByText('Does the meter work?', { exact: true })
    const look = async () => {
      await stranger.goto(market.url + new URL(shop.url()).pathname)
      return shown.count()
    }
    await expect.poll(look).toBe(1)
    expect(await stranger.locator('#questions').innerText()).not.toContain('Nora')
    // It is removed by one press, also on the listing's page.
    await hub.getByRole('link', { name: /^Item / }).click()
    await hub.getByRole('region', { name: 'Questions and answers' }).getByText('nora.lantern').waitFor()
    await fits(hub)
    const ofNora = hub.getByRole('listitem').filter({ hasText: 'Does the meter work?' })
    await ofNora.getByRole('button', { name: 'Remove from the listing' }).click()
    await expect.poll(look).toBe(0)
  })

  it('offers less, takes a counteroffer and pays it; watches an item and is offered less', async () => {
    const { item, id, sellerId } = offered
    const limits = test.hub.config.policyPack.offers
    const shop = await buyer('olga')
    await shop.goto(`${market.url}/items/${item}`)
    await shop.getByText('Make an offer').click()
    await shop.getByLabel(/^Your price each/).fill('15.00')
    await shop.getByLabel('Message').fill('Would you take this?')
    await shop.getByRole('button', { name: 'Send the offer' }).click()
    await shop.getByText('Your offer is with the seller.').waitFor()
    await shop.getByText('The seller is to answer').waitFor()
    await fits(shop)
    const offer = await rowOf(test.db.owner, 'buyer_offers', { listing_id: id })
    expect(offer).toMatchObject({ buyer_username: 'olga.lantern', price_minor: 1_500, message: 'Would you take this?' })
    const terms = { priceMinor: 1_800, units: 1, message: 'Meet me here' }
    await test.db.asSeller(sellerId, 'write', (db) =>
      moveOffer(
        db,
        { sellerId, offer: { id: offer.id }, step: 'counter', by: 'SELLER', terms, now: test.hub.now() },
        limits,
      ),
    )
    await shop.getByText('The seller made a counteroffer').waitFor()
    await expectAccessible(shop)
    await shop.getByRole('button', { name: 'Accept £18.00' }).click()
    await shop.getByRole('button', { name: 'Pay with the example card' }).click()
    await shop.getByText('Thank you: it is ordered. No money has moved.').waitFor()
    await shop.getByText('Paid', { exact: true }).waitFor()
    const paid = await rowOf(test.db.owner, 'buyer_offers', { id: offer.id })
    expect([paid.state, paid.order_id === null]).toEqual(['PAID', false])

    await shop.goto(`${market.url}/items/${item}`)
    await shop.getByRole('button', { name: 'Watch this item' }).click()
    await shop.getByRole('button', { name: 'Stop watching' }).waitFor()
    const toSend = { price: { discountPercent: 10 }, units: 1, message: null, hours: null, mayCounter: true } as const
    const by = { memberName: null, tellAt: null, now: test.hub.now(), limits }
    await test.db.asSeller(sellerId, 'write', (db) =>
      sendOffers(db, { sellerId, item: brand<ItemNumber>(item), ...toSend, ...by }),
    )
    const isSent = async () => {
      await shop.goto(`${market.url}/offers`)
      return shop.getByText('The seller offers you this').count()
    }
    await expect.poll(isSent).toBe(1)
    await shop.getByRole('button', { name: 'Decline' }).click()
    await shop.getByText('You have declined.').waitFor()
  })

  it('sells the last one once, says so to who is late, and works without script; no form comes from elsewhere', async () => {
    const title = await theLastOne()
    const [first, second] = [await buyer('first', { javaScriptEnabled: false }), await buyer('second')]
    await toCheckout(first, title)
    await toCheckout(second, title)
    const forged = await first.request.post(`${market.url}/checkout`, { form: { token: 'x', checkout: 'y' } })
    expect(forged.status()).toBe(403)
    await pay(first).click()
    await first.getByText('Thank you: it is ordered.').waitFor()
    await pay(second).click()
    await second.getByRole('alert').getByText('Nothing was ordered').waitFor()
    await second.getByText('This is sold out').waitFor()
    // An unshipped order can be cancelled.
    await first.getByRole('link', { name: title }).click()
    await first.getByText('Ask to cancel').click()
    await first.getByRole('button', { name: 'Ask the seller to cancel' }).click()
    await first.getByText(/^You asked to cancel\. The seller answers by/).waitFor()
  })

  it('frames what a product sells for, as a foreign site; looks well in both schemes and at each width', async () => {
    const page = await newPage({ colorScheme: 'dark' })
    await page.goto(`${market.url}/search?q=leica&sort=dearest`)
    await expectAccessible(page, { withFrame: true })
    await page.getByRole('article').getByRole('link').first().click()
    const frame = page.frameLocator('iframe')
    await frame.getByText('Typically sells for').waitFor()
    await expect.poll(() => page.locator('iframe').evaluate((element) => element.style.height)).toMatch(/px$/)
    await page.getByLabel('In which condition').selectOption('NEW')
    await frame.getByText(/, new/).waitFor()
    await expectAccessible(page, { withFrame: true })
    for (const path of ['/', '/search?q=film', '/stores/harbour-camera', '/basket', '/nowhere']) {
      await page.goto(market.url + path)
      for (const width of [375, 768]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
      }
    }
  })
})
