import { rowOf, rowsOf, updateRows } from '#db/testing-row.ts'
import bwip from 'bwip-js/node'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { paths } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { formPage } from './form-page.ts'
import { httpMember } from './http-member.ts'
import { guidePicture, hydrated, newPage, signIn, testHub, useBrowser } from './testing.ts'

let seller: number

useBrowser()
const test = await testHub()

beforeAll(async () => {
  const { id } = await rowOf(test.db.owner, 'sellers', { username: 'harbour-camera' })
  seller = id
})

/** The station as the computer at the packing table opens it. */
const station = () => test.namedUrl + paths.pack

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true }

async function openStation(options: Parameters<typeof newPage>[0] = phone): Promise<Page> {
  const page = await newPage(options)
  await signIn(page, test, 'shipper@demo.example')
  await page.goto(station())
  await hydrated(page)
  return page
}

interface ToPack {
  number: string
  lines: { sku: string; units: number }[]
}

/** Orders without packed units, each of whose items has a SKU. */
async function toPack(count: number): Promise<ToPack[]> {
  const rows = await test.db.owner
    .selectFrom('orders as o')
    .innerJoin('line_items as l', (join) =>
      join.onRef('l.seller_id', '=', 'o.seller_id').onRef('l.order_id', '=', 'o.id'),
    )
    .select(['o.order_number as number', 'l.sku', 'l.quantity as units'])
    .where('o.seller_id', '=', seller)
    .where('o.status', '=', 'AWAITING_SHIPMENT')
    .where('o.id', 'not in', test.db.owner.selectFrom('pack_events').select('order_id').where('seller_id', '=', seller))
    .orderBy('o.id')
    .execute()
  const orders = [...Map.groupBy(rows, ({ number }) => number)].map(([number, lines]) => ({
    number,
    lines: lines.map(({ sku, units }) => ({ sku: sku ?? '', units })),
  }))
  return orders
    .filter(
      ({ lines }) => new Set(lines.map(({ sku }) => sku)).size === lines.length && lines.every(({ sku }) => sku !== ''),
    )
    .slice(0, count)
}

/** Reopens the station without live updates. */
async function deafen(page: Page): Promise<void> {
  await page.route(`**${paths.live}*`, (route) => route.abort())
  await page.reload()
  await hydrated(page)
}

/** Types codes like a hand scanner, each followed by Enter. */
async function scan(page: Page, ...codes: string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
}

/** Replaces a phone's camera, which this browser lacks: it always shows a QR code, drawn anew since a constant picture sends no frames. */
async function withCamera(page: Page, code: string): Promise<void> {
  const [drawn] = bwip.raw('qrcode', code, '')
  if (!drawn || !('pixs' in drawn)) throw new Error('a QR code is a square')
  await page.addInitScript(({ pixs, pixx }) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
      const drawing = canvas.getContext('2d')!
      const draw = () => {
        drawing.fillStyle = '#fff'
        drawing.fillRect(0, 0, 640, 480)
        drawing.fillStyle = '#000'
        const size = Math.floor(360 / pixx)
        pixs.forEach(
          (dark, at) =>
            dark && drawing.fillRect(100 + (at % pixx) * size, 60 + Math.floor(at / pixx) * size, size, size),
        )
      }
      setInterval(draw, 50)
      return canvas.captureStream()
    }
  }, drawn)
}

/** Gives the browser a decoder of its own, which this one lacks. */
const withDecoder = (page: Page, code: string) =>
  page.addInitScript((rawValue) => {
    Object.assign(globalThis, {
      BarcodeDetector: class {
        detect = async () => [{ rawValue }]
      },
    })
  }, code)

const codesOf = ({ lines }: ToPack) => lines.flatMap(({ sku, units }) => Array.from({ length: units }, () => sku))

async function packedUnits(number: string): Promise<number> {
  const { n } = await test.db.owner
    .selectFrom('pack_events as e')
    .innerJoin('orders as o', (join) => join.onRef('o.seller_id', '=', 'e.seller_id').onRef('o.id', '=', 'e.order_id'))
    .select((build) => build.fn.coalesce(build.fn.sum<number>('e.change'), build.lit(0)).as('n'))
    .where('e.seller_id', '=', seller)
    .where('o.order_number', '=', number)
    .executeTakeFirstOrThrow()
  return n
}

describe('the pack station', () => {
  it('packs an order by scanning alone, says what is wrong, and the hub knows each unit and who packed it', async () => {
    const [order, other] = await toPack(2)
    const page = await openStation()
    await scan(page, order!.number)
    await page.getByRole('heading', { level: 2, name: order!.number }).waitFor()
    // Space presses the focused button, since no code begins with one.
    await page.getByRole('button', { name: 'Skip' }).press('Space')
    await page.getByRole('heading', { level: 2, name: order!.number }).waitFor({ state: 'detached' })
    await scan(page, order!.number)
    const strange = other!.lines.find(({ sku }) => !order!.lines.some((line) => line.sku === sku))!
    await scan(page, strange.sku)
    await page.getByRole('alert').getByText('does not belong in this order').waitFor()
    await guidePicture(page, 'pack-station')
    await expectAccessible(page)
    const codes = codesOf(order!)
    await scan(page, ...codes)
    await page.getByText('All packed').waitFor()
    await expect.poll(() => packedUnits(order!.number)).toBe(codes.length)
    await scan(page, order!.number)
    expect(await packedUnits(order!.number)).toBe(codes.length)
    const names = await rowsOf(test.db.owner, 'pack_events', { seller_id: seller })
    expect(new Set(names.map(({ packed_by: name }) => name))).toEqual(new Set(['Joe Marsden']))
    // Large enough for a thumb.
    for (const target of await page.locator('main button:visible, main a:visible').all()) {
      const box = (await target.boundingBox())!
      if (box.width > 1) expect(Math.min(box.height, box.width), await target.innerText()).toBeGreaterThanOrEqual(56)
    }
  })

  it('goes on without a connection, and sends each scan once when it is back', async () => {
    const [order] = await toPack(1)
    const page = await openStation()
    await page.context().setOffline(true)
    const codes = codesOf(order!)
    await scan(page, order!.number, ...codes)
    await page.getByText('No connection. Your scans are kept.').waitFor()
    await page.getByText('All packed').waitFor()
    expect(await packedUnits(order!.number)).toBe(0)
    await page.context().setOffline(false)
    await expect.poll(() => packedUnits(order!.number)).toBe(codes.length)
    await expect.poll(() => page.getByText('No connection').count()).toBe(0)
  })

  it('keeps what was scanned on the device, when the page is closed before the connection is back', async () => {
    const [order] = await toPack(1)
    const page = await openStation()
    await page.route(`**${paths.packEvents}`, (route) => route.abort())
    await scan(page, order!.number, codesOf(order!)[0]!)
    await page.getByText('No connection. Your scans are kept.').waitFor()
    // An interrupted response counts as lost. This route replaces the other one.
    await page.route(`**${paths.packEvents}`, (route) => route.fulfill({ body: '{"refused":[],' }))
    const broken = page.waitForResponse(`**${paths.packEvents}`)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await broken
    await page.getByText('No connection. Your scans are kept.').waitFor()
    await page.goto(`${test.namedUrl}${paths.preferences}`)
    expect(await packedUnits(order!.number)).toBe(0)
    await page.unroute(`**${paths.packEvents}`)
    await page.goto(station())
    await expect.poll(() => packedUnits(order!.number)).toBe(1)
  })

  it('keeps what somebody packed for them, where somebody else packs at the device next', async () => {
    const [order, other] = await toPack(2)
    const page = await openStation()
    const events = `**${paths.packEvents}`
    await page.route(events, (route) => route.abort())
    await scan(page, order!.number, codesOf(order!)[0]!)
    await page.getByText('No connection. Your scans are kept.').waitFor()
    await page.goto(test.namedUrl + paths.preferences)
    await page.unroute(events)
    const signInAs = async (email: string) => {
      await page.context().clearCookies()
      await signIn(page, test, email)
      await page.goto(station())
      await hydrated(page)
    }
    await signInAs('manager@demo.example')
    await scan(page, other!.number, codesOf(other!)[0]!)
    await expect.poll(() => packedUnits(other!.number)).toBe(1)
    expect(await packedUnits(order!.number)).toBe(0)
    await signInAs('shipper@demo.example')
    await expect.poll(() => packedUnits(order!.number)).toBe(1)
    const { packed_by: by } = await test.db.owner
      .selectFrom('pack_events as e')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.seller_id', '=', 'e.seller_id').onRef('o.id', '=', 'e.order_id'),
      )
      .select('packed_by')
      .where('o.order_number', '=', order!.number)
      .executeTakeFirstOrThrow()
    expect(by).toBe('Joe Marsden')
  })

  it('has the orders that came since it was opened, and no longer those that were shipped or cancelled', async () => {
    const cancel = (number: string) =>
      test.db.owner.updateTable('orders').set({ cancel_state: 'CANCELED' }).where('order_number', '=', number).execute()
    const add = () => addOrderToShip(test.hub.db, seller, [1], { placedAt: new Date() })
    const [open, gone] = await toPack(2)
    const page = await openStation()
    const count = async () => Number(/of (\d+) packed/.exec(await page.getByRole('banner').innerText())?.[1])
    const all = await count()
    await scan(page, open!.number)
    const isOpen = (number: string) => page.getByRole('heading', { level: 2, name: number }).waitFor()
    await isOpen(open!.number)
    await cancel(gone!.number)
    await expect.poll(count).toBe(all - 1)
    await isOpen(open!.number)
    await add()
    await expect.poll(count).toBe(all)
    await cancel(open!.number)
    await page.getByRole('alert').getByText(`Order ${open!.number} no longer needs packing`).waitFor()

    // Without live updates it asks the hub before it reports an unknown order; later scans wait for that.
    await deafen(page)
    const [first, second] = [await add(), await add()]
    await scan(page, first.number)
    await isOpen(first.number)
    await scan(page, second.number, '110000000000')
    await isOpen(second.number)
    await page.getByText('All packed').waitFor()
    await expect.poll(() => packedUnits(second.number)).toBe(1)
    await scan(page, '12-00000-00000')
    await page.getByRole('alert').getByText('No order to pack contains 12-00000-00000').waitFor()
    // And when the page becomes visible.
    await cancel(first.number)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(count).toBe(all)
  })

  it('says it where an order was cancelled or packed by somebody else meanwhile', async () => {
    const [order, packed] = await toPack(2)
    const page = await openStation()
    await deafen(page)
    const second = await openStation()
    await page.context().setOffline(true)
    await scan(page, packed!.number, ...codesOf(packed!))
    await page.getByText('All packed').waitFor()
    await scan(second, packed!.number, ...codesOf(packed!))
    await expect.poll(() => packedUnits(packed!.number)).toBe(codesOf(packed!).length)
    await page.context().setOffline(false)
    await page.getByRole('alert').getByText(`Joe Marsden has already packed order ${packed!.number}.`).waitFor()
    expect(await packedUnits(packed!.number)).toBe(codesOf(packed!).length)
    await updateRows(test.db.owner, 'orders', { order_number: order!.number }, { cancel_state: 'CANCELED' })
    await scan(page, order!.number, codesOf(order!)[0]!)
    await page.getByRole('alert').getByText(`Order ${order!.number} no longer needs packing`).waitFor()
  })

  it('packs without JavaScript too, and refuses who may not ship', async () => {
    const [order] = await toPack(1)
    const page = await formPage(test, 'shipper@demo.example')
    await page.open(paths.pack)
    const enter = async (code: string) => {
      page.fill(/^Scan/, code)
      await page.enter(/^Scan/)
    }
    await enter(order!.number)
    page.one('heading', order!.number)
    for (const code of codesOf(order!)) await enter(code)
    page.says('All packed')
    expect(await packedUnits(order!.number)).toBe(codesOf(order!).length)
    const viewer = await httpMember(test, 'viewer@demo.example')
    expect((await viewer.get(paths.pack)).status).toBe(403)
  })
})

describe('the list of orders at the station', () => {
  it('shows the most urgent first, opens one by a tap, and leads back', async () => {
    const page = await openStation()
    const orders = page.getByRole('listitem').getByRole('button')
    const due = await test.db.owner
      .selectFrom('orders')
      .select('order_number')
      .where('seller_id', '=', seller)
      .where('status', 'in', ['AWAITING_SHIPMENT', 'PARTLY_SHIPPED'])
      .orderBy('ship_by')
      .orderBy('id')
      .limit(3)
      .execute()
    const [first = ''] = await orders.first().allInnerTexts()
    expect(due.map(({ order_number: number }) => number)).toContain(first.split('\n')[0])
    await expectAccessible(page)
    const number = first.split('\n')[0] ?? ''
    await orders.first().tap()
    await page.getByRole('heading', { name: number }).waitFor()
    await page.getByRole('button', { name: 'Orders to pack' }).tap()
    await page.getByRole('heading', { name: 'Orders to pack' }).waitFor()
  })

  it('lines up all recipients, in whichever direction they are written', async () => {
    const page = await openStation()
    const edges = await page.locator('main li button').evaluateAll((rows) =>
      rows.map((row) => {
        const about = document.createRange()
        about.selectNodeContents(row.children[2]!)
        return Math.round(about.getBoundingClientRect().left - row.getBoundingClientRect().left)
      }),
    )
    expect(edges.length).toBeGreaterThan(20)
    expect(edges.filter((edge) => edge > 1)).toEqual([])
  })

  it('opens an order without script, and shows the team’s private note', async () => {
    const [order] = await toPack(1)
    const { id } = await rowOf(test.db.owner, 'orders', { seller_id: seller, order_number: order!.number })
    await test.db.owner
      .insertInto('order_notes')
      .values({
        seller_id: seller,
        order_id: id,
        note: 'Pad the lens twice',
        written_by: 'Ada',
        written_at: new Date(),
      })
      .onConflict((conflict) => conflict.columns(['seller_id', 'order_id']).doUpdateSet({ note: 'Pad the lens twice' }))
      .execute()
    const page = await formPage(test, 'shipper@demo.example')
    await page.open(paths.pack)
    await page.press(new RegExp(order!.number))
    page.one('heading', order!.number)
    expect(page.text()).toContain('Pad the lens twice')
    await page.press('Orders to pack')
    page.one('heading', /^Orders to pack/)
  })

  it.each(['the browser’s decoder', 'ours'])(
    'reads a barcode by camera once while it stays in the picture, by %s',
    async (by) => {
      const [order] = await toPack(1)
      const page = await newPage(phone)
      await withCamera(page, order!.number)
      if (by !== 'ours') await withDecoder(page, order!.number)
      const loaded: string[] = []
      page.on('request', (request) => void loaded.push(request.url()))
      await signIn(page, test, 'shipper@demo.example')
      await page.goto(test.url + paths.pack)
      await hydrated(page)
      const isOurs = (url: string) => /barcode|\.wasm$/.test(url)
      expect(loaded.filter(isOurs)).toEqual([])
      await page.getByRole('button', { name: 'Scan with the camera' }).tap()
      await page.getByRole('heading', { name: order!.number }).waitFor()
      await page.getByRole('button', { name: 'Orders to pack' }).tap()
      await page.getByRole('heading', { name: 'Orders to pack' }).waitFor()
      // The code still in the picture does not open the order again.
      expect(await page.getByRole('heading', { name: order!.number }).count()).toBe(0)
      await page.getByRole('button', { name: 'Scan with the camera' }).tap()
      expect(await page.locator('video').count()).toBe(0)
      expect(loaded.some((url) => url.endsWith('.wasm'))).toBe(by === 'ours')
    },
  )

  it('says that the camera needs https, where the hub is opened without', async () => {
    const page = await openStation()
    await page.getByRole('button', { name: 'Scan with the camera' }).tap()
    await page.getByRole('alert').getByText('Open this page at an address that begins with https://').waitFor()
    await expectAccessible(page)
  })
})
