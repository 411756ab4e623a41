import { request } from 'node:http'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths, serverPaths } from '#web/paths.ts'
import { showAllFields } from './listing-form-kit.ts'
import type { AddPictureResult } from '#features/core/listing-pictures/picture-refusal.ts'
import { expectAccessible } from './accessible.ts'
import { expectNoOverflow } from './good-page.ts'
import { cookieOf } from './http-member.ts'
import { newPage, openPage, signedInPage, testHubInBrowser } from './testing.ts'

let srt: string

const test = await testHubInBrowser()
const cookie = await cookieOf(test, 'lister@demo.example')

beforeAll(async () => {
  const page = await (await fetch(test.url + paths.preferences, { headers: { cookie } })).text()
  srt = /name="srt" value="([^"]+)"/.exec(page)![1]!
})

async function upload(body: Uint8Array): Promise<{ status: number; result: AddPictureResult }> {
  const response = await fetch(test.url + paths.pictureUpload, {
    method: 'POST',
    headers: { cookie, 'x-srt': srt, origin: test.url },
    body: new Uint8Array(body),
  })
  return { status: response.status, result: (await response.json()) as AddPictureResult }
}

function photo(width: number, height: number, background = '#357'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

describe('an upload over HTTP', () => {
  it('is answered with the picture, which everybody can see and caches may keep', async () => {
    const { status, result } = await upload(await photo(2000, 1500))
    expect([status, result]).toMatchObject([200, { ok: true, picture: { width: 1600, height: 1200 } }])
    const hash = result.ok ? result.picture.hash : ''
    const response = await fetch(test.url + serverPaths.picture(hash, 'small'))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    })
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 320 })
    expect((await fetch(test.url + serverPaths.picture('0'.repeat(32), 'large'))).status).toBe(404)
  })

  it.each([
    [415, 'not-a-picture', () => Buffer.from('%PDF-1.7 named lamp.jpg')],
    [415, 'gif', () => Buffer.from('GIF89a')],
    [422, 'empty', () => Buffer.alloc(0)],
    [422, 'broken', async () => (await photo(800, 600)).subarray(0, 900)],
    [422, 'too-small', () => photo(300, 300)],
    [413, 'too-large', () => Buffer.alloc(20_000_001, 0xff)],
  ] as const)('that cannot be taken is answered %i, %s', async (status, reason, make) => {
    expect(await upload(await make())).toMatchObject({ status, result: { ok: false, refusal: { reason } } })
  })

  it('that never says how long it is, is read no further than it may be', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { cookie, 'x-srt': srt, origin: test.url, 'transfer-encoding': 'chunked' }
      const sent = request(test.url + paths.pictureUpload, { method: 'POST', headers }, (response) =>
        resolve(response.resume().statusCode),
      )
      sent.on('error', reject)
      const part = Buffer.alloc(1_000_000, 0xff)
      for (let i = 0; i < 22; i += 1) sent.write(part)
      sent.end()
    })
    expect(status).toBe(413)
  })
})

describe('the pictures of the form', () => {
  const open = async (options: Parameters<typeof newPage>[0] = {}): Promise<{ page: Page; group: Locator }> => {
    const page = await signedInPage(test, 'lister@demo.example', options)
    await openPage(page, `${test.url}${paths.listingForm({ mode: 'AddItem' })}`)
    await showAllFields(page)
    return { page, group: page.getByRole('group', { name: 'Pictures' }) }
  }
  const choose = async (group: Locator, files: [name: string, bytes: Buffer][]) =>
    group
      .locator('input[type=file]')
      .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: 'image/jpeg', buffer })))
  const has = (group: Locator, n: number) =>
    group.getByRole('button', { name: `Remove picture ${n}`, exact: true }).waitFor()
  const order = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('input[name=picture]')].map((field) => field.value),
    )
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)

  it('come by button, drop and paste, are ordered, described, removed and brought back, and are kept', async () => {
    const { page, group } = await open()
    await choose(group, [
      ['red.jpg', await photo(900, 700, 'tomato')],
      ['lamp.jpg', Buffer.from('%PDF-1.7')],
      ['blue.jpg', await photo(600, 900, 'teal')],
      ['tiny.jpg', await photo(200, 200)],
    ])
    await has(group, 2)
    await group.getByText('lamp.jpg This is a PDF document, not a picture.').waitFor()
    await group.getByText('tiny.jpg It has 200 × 200 pixels.').waitFor()
    await group.getByRole('button', { name: 'Dismiss lamp.jpg' }).click()
    expect(await group.getByText('PDF document').count()).toBe(0)
    await handOver(group, 'drop', await photo(800, 800, 'gold'))
    await has(group, 3)
    await handOver(group, 'paste', await photo(800, 800, 'plum'))
    await has(group, 4)
    const [a, b, c, d] = (await order(page)) as [string, string, string, string]

    await group.getByRole('button', { name: 'Move picture 4 earlier' }).focus()
    await page.keyboard.press('Enter')
    await group.getByText('Picture 4 is now number 3 of 4').waitFor({ state: 'attached' })
    expect(await focused(page)).toBe('Move picture 3 earlier')
    await page.keyboard.press('Enter')
    expect(await order(page)).toEqual([a, d, b, c])

    const tiles = group.locator('[data-picture]')
    const [from, to] = [await tiles.nth(0).boundingBox(), await tiles.nth(2).boundingBox()]
    await page.mouse.move(from!.x + 50, from!.y + 60)
    await page.mouse.down()
    await page.mouse.move(to!.x + 50, to!.y + 60, { steps: 4 })
    await page.mouse.up()
    await group.getByText('Picture 1 is now number 3 of 4').waitFor({ state: 'attached' })
    expect(await order(page)).toEqual([d, b, a, c])

    await group.getByRole('button', { name: 'Remove picture 2' }).click()
    expect([await order(page), await focused(page)]).toEqual([[d, a, c], 'Undo'])
    await page.keyboard.press('Enter')
    expect([await order(page), await focused(page)]).toEqual([[d, b, a, c], 'Remove picture 2'])
    const described = page.waitForResponse((response) => (response.request().postData() ?? '').includes('the side'))
    await group.getByLabel('What picture 1 shows').fill('From the side')
    expect((await described).status()).toBe(200)
    await page.getByText(/^Saved \d/).waitFor()
  })

  it('are waited for by the form: what is sent meanwhile goes with them, and stays where one is refused', async () => {
    const { page, group } = await open()
    let answer: () => void = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**${paths.pictureUpload}`, async (route) => {
      await answered
      await route.continue()
    })
    await choose(group, [['red.jpg', await photo(900, 703)]])
    await group.getByRole('button', { name: 'Cancel red.jpg' }).waitFor()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await group.getByText('1 picture is still being sent').waitFor()
    // A rejected picture blocks the message, which would be sent without it.
    await choose(group, [['lamp.jpg', Buffer.from('%PDF-1.7')]])
    await group.getByText('lamp.jpg This is a PDF document, not a picture.').waitFor()
    await expect.poll(() => focused(page)).toContain('lamp.jpg')
    expect(await group.getByText('1 picture is still being sent').count()).toBe(0)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await group.getByText('1 picture is still being sent').waitFor()
    const preview = page.waitForURL(/preview/)
    answer()
    await preview
    await page.locator('img[src^="/pictures/"]').first().waitFor()
  })

  it('lose nothing where the connection fails: the file can be sent again', async () => {
    const { page, group } = await open()
    const failed = Promise.withResolvers<void>()
    await page.route(`**${paths.pictureUpload}`, async (route) => (await failed.promise, route.abort()), { times: 1 })
    await choose(group, [['red.jpg', await photo(900, 701)]])
    await group.getByRole('button', { name: 'Cancel red.jpg' }).waitFor()
    const url = page.url()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await group.getByText('1 picture is still being sent').waitFor()
    failed.resolve()
    await group.getByText('The connection was lost. Try again.').waitFor()
    await group.getByRole('button', { name: 'Try again: red.jpg' }).click()
    await has(group, 1)
    expect(await order(page)).toHaveLength(1)
    expect(page.url(), 'what waited for it was not sent').toBe(url)
  })

  it('fit on a small screen and are accessible, light and dark', async () => {
    const { page, group } = await open({ viewport: { width: 320, height: 800 } })
    await choose(group, [
      ['red.jpg', await photo(900, 702)],
      ['a file with quite a long name.gif', Buffer.from('GIF89a')],
    ])
    await has(group, 1)
    await expectNoOverflow(page, 'pictures')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, { only: 'colours' })
  })
})

/** Drops or pastes a file as a browser would. */
async function handOver(group: Locator, how: 'drop' | 'paste', bytes: Buffer): Promise<void> {
  await group.evaluate(
    (zone, [kind, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(content)], `${kind}.jpg`, { type: 'image/jpeg' }))
      const options = { bubbles: true, cancelable: true }
      if (kind === 'paste')
        document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      else
        for (const type of ['dragenter', 'dragover', 'drop'])
          zone.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }))
    },
    [how, [...bytes]] as const,
  )
}
