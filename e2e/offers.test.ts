import { rowOf, rowsOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { addOffer, addOfferedListing } from '#features/core/offer/testing.ts'
import { paths, withQuery } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { guidePicture, newPage, openPage, settled, signIn, testHub, useBrowser } from './testing.ts'

useBrowser()
const hub = await testHub()

const sellerId = async () => (await rowOf(hub.db.owner, 'sellers', { username: 'harbour-camera' })).id
const waiting = async (id: number) =>
  (await rowsOf(hub.db.owner, 'buyer_offers', { seller_id: id, turn: 'SELLER' })).length

it('five offers are answered by keyboard alone, each after the other, and the last one is taken back', async () => {
  const page = await newPage()
  await signIn(page, hub, 'owner@demo.example')
  const id = await sellerId()
  await openPage(page, hub.url + withQuery(paths.offers, { standing: 'mine' }))
  await guidePicture(page, 'offers')
  await expectAccessible(page)
  const now = new Date()
  for (let nth = await waiting(id); nth < 5; nth += 1) {
    const { item } = await addOfferedListing(hub.db, id)
    await addOffer(hub.db, { sellerId: id, item, now })
  }
  await page.reload()
  await page.getByRole('row').nth(1).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Accept £/ }).waitFor()
  await guidePicture(page, 'offer')
  await expectAccessible(page)
  for (const [nth, key] of ['a', 'd', 'counter', 'a', 'd'].entries()) {
    const at = page.url()
    // The offer at this address, and no more the one before, whose buttons are disabled.
    await page
      .locator(`form[action*="${new URL(at).searchParams.get('offer')}"]`)
      .first()
      .waitFor()
    await settled(page)
    if (key === 'counter') {
      await page.keyboard.press('r')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    } else await page.keyboard.press(key)
    await page.waitForURL((url) => url.href !== at)
    expect(await waiting(id)).toBe(4 - nth)
  }
  expect(new URL(page.url()).pathname).toBe(paths.offers)
  await page.getByText('Nothing here').waitFor()
  await settled(page)
  await page.keyboard.press('Control+z')
  await page.getByText('Undone').waitFor()
  expect(await waiting(id)).toBe(1)
})

it('a German lister reads an offer, its rules and the page for sending on a phone', async () => {
  const page = await newPage({ viewport: { width: 375, height: 740 }, locale: 'de-DE' })
  await signIn(page, hub, 'lister@demo.example')
  const { key } = await hub.db.owner
    .selectFrom('buyer_offers')
    .select('offer_key as key')
    .where('seller_id', '=', await sellerId())
    .where('state', '=', 'COUNTERED_BY_SELLER')
    .limit(1)
    .executeTakeFirstOrThrow()
  const pages = [
    paths.offers,
    paths.offer(key),
    paths.offerRules,
    withQuery(paths.offersAnswers, { step: 'counter', all: '1', standing: 'mine' }),
    withQuery(paths.offersAnswers, { step: 'accept', done: '0', left: '1', named: `${key}.changed` }),
    `${paths.offersSend}?all=1&offers=send`,
  ]
  for (const path of pages) {
    await openPage(page, hub.url + path)
    await expectAccessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([path, wide]).toEqual([path, 0])
  }
  await page.getByRole('button', { name: /Preisvorschläge senden/ }).waitFor()
})
