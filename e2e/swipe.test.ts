import type { BrowserContextOptions, CDPSession, Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { paths, withQuery } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { guidePicture, newPage, openPage, problemsOf, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

useBrowser()
let test: TestHub
beforeAll(async () => {
  test = await testHub()
})

const toShip = withQuery(paths.orders, { status: 'awaiting-shipment' })

async function shipByColleague(number: string): Promise<void> {
  const { id } = await test.db.owner
    .selectFrom('sellers')
    .select('id')
    .where('username', '=', 'harbour-camera')
    .executeTakeFirstOrThrow()
  const now = new Date()
  const parcel = {
    key: newParcelKey(),
    carrier: 'Royal Mail',
    trackingNumber: null,
    shippedAt: now,
    contents: 'rest',
  } as const
  const order = { sellerId: id, number: number as OrderNumber, parcels: [parcel], actor: { kind: 'HUB' }, now } as const
  expect(await test.hub.db.asSeller(id, 'write', (db) => shipOrder(db, order))).toMatchObject({ ok: true })
}

type Move = readonly [right: number, down: number]

/** A finger that sends real touch events. */
interface Finger {
  /** Touches a row and moves along these points; events have timestamps `apart` milliseconds apart, without waiting. */
  down: (row: Locator, way: readonly Move[], apart?: number) => Promise<void>
  up: () => Promise<void>
  swipe: (row: Locator, right: number, apart?: number) => Promise<void>
  /** Playwright's own tap has the current time, which is before that of these events. */
  tap: (what: Locator) => Promise<void>
}

async function fingerOn(page: Page): Promise<Finger> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  let time = Date.now() / 1000
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points, timestamp: time })
  const finger: Finger = {
    down: async (row, way, apart = 16) => {
      const { x, y, width, height } = (await row.boundingBox())!
      const start = { x: x + width / 2, y: y + height / 2 }
      await send('touchStart', [start])
      for (const [right, down] of way) {
        time += apart / 1000
        await send('touchMove', [{ x: start.x + right, y: start.y + down }])
      }
    },
    up: async () => {
      await send('touchEnd', [])
      time += 1
    },
    tap: async (what) => {
      await finger.down(what, [])
      time += 0.05
      await finger.up()
    },
    swipe: async (row, right, apart = 60) => {
      const parts = [0.2, 0.4, 0.6, 0.8, 1, 1, 1]
      await finger.down(
        row,
        parts.map((part) => [part * right, 0] as const),
        apart,
      )
      await finger.up()
    },
  }
  return finger
}

/** A path at whose end the finger rests, so that the row has no speed. */
const rested = (...way: readonly Move[]) => [...way, way.at(-1)!]

const rows = (page: Page) => page.locator('tbody tr')
const tray = (page: Page) => page.locator('[data-tray]')
/** Horizontal offset of a row in pixels. */
const offset = async (row: Locator) => Math.round((await row.boundingBox())!.x)
const expectAt = (row: Locator, x: number) => expect.poll(() => offset(row)).toBe(x)
/** Expects all rows in their place, without open actions. */
async function expectClosed(page: Page): Promise<void> {
  const isMoved = (all: Element[]) => all.filter((row) => row.getAttribute('style')).length
  await expect.poll(async () => [await tray(page).count(), await rows(page).evaluateAll(isMoved)]).toEqual([0, 0])
}

/** Elements that a thumb hits in the middle of each open action. */
function underActions(page: Page): Promise<(string | undefined)[]> {
  return tray(page)
    .locator('a, button')
    .evaluateAll((actions) =>
      actions.map((action) => {
        const { x, y, width, height } = action.getBoundingClientRect()
        const isThumbWide = width >= 44 && height >= 44
        const under = document.elementFromPoint(x + width / 2, y + height / 2)
        return isThumbWide && under === action ? action.textContent : under?.outerHTML
      }),
    )
}

/** Opens a list on a phone, ready for swipes: their code loads with the first touch. */
async function openList(path: string, { who = 'owner', ...options }: BrowserContextOptions & { who?: string } = {}) {
  const page = await newPage({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, ...options })
  await signIn(page, test, `${who}@demo.example`)
  const loads: string[] = []
  page.on('request', (request) => request.url().includes('grid-swipe') && loads.push(request.url()))
  await openPage(page, test.url + path)
  await rows(page)
    .nth(4)
    .evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const finger = await fingerOn(page)
  expect(loads).toEqual([])
  // A first touch that turns back changes nothing, whether the code has loaded in time or not.
  await finger.down(rows(page).nth(4), rested([0, -30], [0, -60]), 300)
  await finger.up()
  await expect.poll(() => loads.length).toBe(1)
  await page.waitForLoadState('networkidle')
  return { page, finger }
}

it('a swipe draws out what an order offers, follows the finger, and never opens, scrolls or loses anything', async () => {
  const { page, finger } = await openList(toShip)
  const [first, second] = [rows(page).nth(3), rows(page).nth(4)]
  const list = page.url()

  // A vertical movement scrolls the page, even if it strays; no row moves then.
  const before = await page.evaluate(() => window.scrollY)
  await finger.down(second, rested([-4, -30], [-30, -60], [-120, -90]), 300)
  await finger.up()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
  await expectClosed(page)

  // The row follows the finger. It springs back after a short swipe, and after a long one that was reversed.
  const short: Move[] = [
    [-20, 2],
    [-60, 4],
  ]
  await finger.down(second, short, 200)
  await expectAt(second, -60)
  await finger.up()
  await expectClosed(page)
  await finger.down(second, [
    [-150, 0],
    [-150, 0],
    [-40, 0],
  ])
  await finger.up()
  await expectClosed(page)

  // It stays open after a long swipe, however slow, and after a fast one.
  await finger.swipe(second, -150, 400)
  await expectAt(second, -240)
  expect(await underActions(page)).toEqual(['Ship', 'Message', 'Print'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(page)
  await guidePicture(page, 'swipe')
  await finger.down(first, short)
  await finger.up()
  await expectAt(first, -240)
  await expectAt(second, 0)
  expect(await tray(page).count()).toBe(1)

  // A second swipe, a tap beside it and Escape close it; none opens a row, and the selection stays.
  await finger.swipe(first, 150)
  await expectClosed(page)
  await finger.swipe(second, 100)
  const bar = page.getByRole('group', { name: 'Selection' })
  await expect.poll(() => bar.getByRole('status').textContent()).toBe('1 selected')
  expect(await second.getByRole('checkbox').isChecked()).toBe(true)
  for (const close of [() => finger.tap(second), () => finger.tap(first), () => page.keyboard.press('Escape')]) {
    await finger.swipe(first, -150)
    await expectAt(first, -240)
    await close()
    await expectClosed(page)
  }
  expect(await bar.getByRole('status').textContent()).toBe('1 selected')
  await finger.swipe(second, 100)
  await expect.poll(() => bar.isVisible()).toBe(false)
  expect(page.url()).toBe(list)

  // A colleague is faster: the row is crossed out in place and offers no actions.
  await finger.swipe(first, -150)
  const number = (await first.locator('th a').innerText()).trim()
  await shipByColleague(number)
  await expectClosed(page)
  await expect.poll(() => first.getAttribute('data-mark')).toBe('gone')

  await finger.swipe(second, -150)
  await expectAt(second, -240)
  const shipped = (await second.locator('th a').innerText()).trim()
  await finger.tap(tray(page).getByRole('link', { name: 'Ship' }))
  await page.getByRole('heading', { level: 1, name: shipped }).waitFor()
  expect(new URL(page.url()).pathname).toBe(new URL(paths.shipOrder(shipped), test.url).pathname)
  expect(problemsOf(page)).toEqual([])
})

it('a swipe works from right to left too, without motion where none is wanted, and takes a listing’s steps in place', async () => {
  const { page, finger } = await openList(paths.listings.active, { reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.evaluate(() => Object.assign(document.documentElement, { dir: 'rtl' }))
  const row = rows(page).nth(4)
  const title = (await row.locator('th a').innerText()).trim()
  await finger.swipe(row, 150)
  // Immediately, without an animation.
  expect([await offset(row), await row.evaluate((each) => each.getAnimations().length)]).toEqual([240, 0])
  expect(await underActions(page)).toEqual(['Revise', 'Hold', 'End'])
  expect((await tray(page).boundingBox())!.x).toBe(0)
  await expectAccessible(page, { only: 'colours' })
  await finger.tap(tray(page).getByRole('button', { name: 'Hold' }))
  await page.getByText('1 listing put on hold').waitFor()
  await expectClosed(page)
  // The list is reloaded after the response.
  await row.getByText('On hold').first().waitFor()
  await finger.swipe(row, 150)
  // A held listing can be released, and not held again.
  expect(await underActions(page)).toEqual(['Revise', 'Release', 'End'])
  await finger.tap(tray(page).getByRole('button', { name: 'End' }))
  expect(await page.getByRole('dialog').innerText()).toContain(title)
  expect(problemsOf(page)).toEqual([])
})

it('who may do nothing with a row selects it by a swipe, and finds nothing behind it; what reads as a table is not swiped', async () => {
  const { page, finger } = await openList(toShip, { who: 'viewer' })
  const row = rows(page).nth(4)
  await finger.down(row, [[-200, 0]])
  // It moves only a little.
  expect(await offset(row)).toBeGreaterThan(-40)
  await finger.up()
  await expectClosed(page)
  await finger.swipe(row, 100)
  await page.getByRole('group', { name: 'Selection' }).getByText('1 selected').waitFor()
  await page.setViewportSize({ width: 1024, height: 740 })
  await finger.swipe(rows(page).nth(3), -150)
  await expectClosed(page)
  expect(problemsOf(page)).toEqual([])
})
