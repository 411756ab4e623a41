import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { paths } from '#web/paths.ts'
import type { CommandContext } from '#cli/command.ts'
import { issueSummaryLink, summaryLinkCommand } from '#cli/summary-link-command.ts'
import { portOf } from '#lib/listening.ts'
import { bestSeller } from './best-seller.ts'
import { expectAccessible } from './accessible.ts'
import { newPage, takeProblems, signIn, testHub, useBrowser } from './testing.ts'

/**
 * Messages that a foreign page receives and sends: real frames and origins. The hub is at 127.0.0.1, the foreign sites
 * at localhost.
 */
interface Heard {
  origin: string
  fromFrame: boolean
  type: string
  data: Record<string, unknown>
}

useBrowser()
/** The site allowed by the hub, and another one. */
const market = await serveParent()
const stranger = await serveParent()
const test = await testHub({
  env: { PRODUCT_SUMMARY_PARENTS: market, BRAND_ACCENT: '#7a1f6b', BRAND_ACCENT_DARK: '#f09ae0' },
})
const best = await bestSeller(test.db)
const condition = best.condition
const itemNumber = best.item_number
const link = await issueSummaryLink({ seller: 'harbour-camera', listing: itemNumber, days: 30 }, test.hub)

/** Serves a page of another site that frames the URL in `?frame=` and records its messages; blank without it. */
async function serveParent(): Promise<string> {
  const html = `<!doctype html><html lang="en"><title>A parent</title><main><h1>A parent</h1></main><script>
    heard = []
    addEventListener('message', (event) => heard.push({ origin: event.origin,
      fromFrame: event.source === document.querySelector('iframe')?.contentWindow, ...event.data }))
    const address = new URLSearchParams(location.search).get('frame')
    if (address) {
      const frame = Object.assign(document.createElement('iframe'), { src: address, title: 'Summary', width: 700, height: 130 })
      document.querySelector('main').append(frame)
      frame.contentWindow.postMessage({ type: 'conditionChange', data: { condition: 'FOR_PARTS' } }, '*')
    }
  </script></html>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${portOf(server)}`
}

const heardBy = (page: Page) => page.evaluate(() => Reflect.get(window, 'heard') as Heard[])
const isSummary = (request: Request) => new URL(request.url()).pathname === paths.productSummary
const frameOf = (page: Page) => page.frameLocator('iframe[title]')

/**
 * Opens a page of `site` with the signed link in a frame, once it has received a message; counts the frame's requests.
 */
async function openParent(site = market, address = link): Promise<{ page: Page; asked: string[] }> {
  const page = await newPage()
  const asked: string[] = []
  page.on('request', (request) => isSummary(request) && asked.push(request.url()))
  await page.goto(`${site}/?frame=${encodeURIComponent(address)}`)
  return { page, asked }
}

async function untilHeard(page: Page, count: number): Promise<Heard[]> {
  await page.waitForFunction((least) => (Reflect.get(window, 'heard') as unknown[]).length >= least, count)
  return heardBy(page)
}

/** Sends messages to the frame, all in one tick. */
function say(page: Page, messages: unknown[], origin = test.url): Promise<void> {
  return page.evaluate(
    ([list, target]) => {
      const frame = document.querySelector('iframe')!.contentWindow!
      for (const message of list) frame.postMessage(message, target)
    },
    [messages, origin] as const,
  )
}

const change = (data: Record<string, unknown>) => ({ type: 'conditionChange', data })

describe('the product summary in a frame of another site', () => {
  it('shows the price, tells its parent what it shows, and takes the first change that is meant for it', async () => {
    const { page, asked } = await openParent()
    const [first] = await untilHeard(page, 1)
    const summary = JSON.parse((await frameOf(page).locator('section').getAttribute('data-summary'))!) as Record<
      string,
      unknown
    >
    const { bannerStatus, ...sent } = summary
    expect(bannerStatus).toBeTruthy()
    const contentHeight = Math.ceil((await frameOf(page).locator('section').boundingBox())!.height)
    expect(first).toEqual({
      origin: test.url,
      fromFrame: true,
      type: 'loadProductInsightsData',
      data: { ...sent, contentHeight },
    })
    expect(sent.displayPrice).toMatchObject({ value: { value: expect.any(Number), currency: 'GBP' } })
    await frameOf(page)
      .getByText(/^Based on \d+ sales in 90 days/)
      .waitFor()
    // The icon's lines have the text's colour, as in the hub, whose style sheets the frame does not load.
    const sign = frameOf(page).locator('.banner svg').first()
    expect(await sign.evaluate((icon) => getComputedStyle(icon).fill)).toBe('none')
    await expectAccessible(page)

    // The frame's height depends on its width and is sent once for each height.
    await page.locator('iframe').evaluate((frame) => frame.setAttribute('width', '320'))
    const [, taller] = await untilHeard(page, 2)
    expect(taller!.data.contentHeight).toBeGreaterThan(contentHeight)
    expect({ ...taller!.data, contentHeight }).toEqual(first!.data)

    // Many invalid messages: none is handled, and nothing is loaded.
    await say(page, [
      null,
      7,
      'conditionChange',
      [],
      {},
      { type: 'conditionChange' },
      { type: 'conditionChange', data: 'NEW' },
      change({ condition: { $ne: 1 } }),
      change({ title: 'x'.repeat(2000) }),
      { type: 'conditionChanged', data: { condition: 'NEW' } },
      { type: 'loadProductInsightsData', data: {} },
      ...Array.from({ length: 10_000 }, (_, index) => ({ type: `storm ${index}`, data: { index } })),
    ])
    await page.evaluate(() => {
      // Another window of the right origin is not the parent.
      const other = document.createElement('iframe')
      document.body.append(other)
      const inside = other.contentWindow as unknown as { eval: (code: string) => void }
      inside.eval(`parent.frames[0].postMessage({ type: 'conditionChange', data: { condition: 'NEW' } }, '*')`)
    })
    expect(asked).toHaveLength(1)

    // Two in one tick: only the first counts. `itemId` is removed because another field than the condition changed.
    await page.frames()[1]!.evaluate(() => {
      const events: unknown[] = []
      Object.assign(window, { events })
      for (const name of ['hub:before-reload', 'hub:after-reload'])
        window.addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]))
    })
    await say(page, [
      change({ fieldChanged: 'format', format: ' AUCTION ', condition: 'FOR_PARTS', itemId: '12' }),
      change({ fieldChanged: 'condition', condition: 'GOOD' }),
    ])
    const [, , reloaded] = await untilHeard(page, 3)
    expect(reloaded).toMatchObject({ type: 'loadProductInsightsData', data: { displayPrice: { text: '–' } } })
    expect(asked).toHaveLength(2)
    const query = new URL(asked[1]!).searchParams
    expect([...query.keys()].toSorted()).toEqual(['condition', 'expires', 'format', 'listingId', 'seller', 'signature'])
    expect([query.get('format'), query.get('condition')]).toEqual(['AUCTION', 'FOR_PARTS'])
    const { pathname, search } = new URL(asked[1]!)
    const changes = [
      ['format', ' AUCTION '],
      ['condition', 'FOR_PARTS'],
      ['itemId', '12'],
      ['itemId', null],
    ].map(([key, value]) => ({ key, value }))
    expect(await page.frames()[1]!.evaluate(() => Reflect.get(window, 'events') as unknown)).toEqual([
      ['hub:before-reload', { url: pathname + search, changes }],
      ['hub:after-reload', { url: pathname + search, ok: true }],
    ])

    // After loading it handles messages again, and requests the insights only on a click.
    await say(page, [change({ fieldChanged: 'condition', condition })])
    await untilHeard(page, 4)
    const insights = frameOf(page).getByRole('link', { name: 'Product insights', exact: true })
    await insights.evaluate((element: HTMLElement) =>
      element.addEventListener('click', (event) => event.preventDefault()),
    )
    await insights.evaluate((element: HTMLElement) => element.click())
    await insights.click()
    const heard = await untilHeard(page, 5)
    expect(heard.slice(4)).toEqual([
      { origin: test.url, fromFrame: true, type: 'openProductInsights', data: { epid: summary.epid } },
    ])

    // It reports an unknown condition, sends no price, and handles the next change.
    await say(page, [change({ fieldChanged: 'condition', condition: 'SHINY' })])
    await frameOf(page).getByText('This condition is not known here, so no price can be shown.').waitFor()
    expect(await frameOf(page).locator('dl, [data-summary]').count()).toBe(0)
    expect(await heardBy(page)).toHaveLength(5)
    await say(page, [change({ fieldChanged: 'condition', condition: 'USED_GOOD' })])
    const after = await untilHeard(page, 6)
    expect(after[5]).toMatchObject({ type: 'loadProductInsightsData' })
    expect(new URL(asked.at(-1)!).searchParams.get('condition')).toBe('USED_GOOD')
    takeProblems(page, /^400/)
  })

  it('is not shown on a site that is not allowed, and opens nothing with a link that is forged, altered or expired', async () => {
    const { page } = await openParent(stranger)
    await expect.poll(() => takeProblems(page, /frame-ancestors/)).not.toEqual([])
    expect(await heardBy(page)).toEqual([])
    const status = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(new URL(path, test.url), { headers, redirect: 'manual' })
      expect(answer.headers.get('content-security-policy')).toMatch(new RegExp(`frame-ancestors 'self' ${market}$`))
      return answer.status
    }
    const altered = (name: string, value: string) => {
      const url = new URL(link)
      url.searchParams.set(name, value)
      return url.href
    }
    expect(await status(link)).toBe(200)
    for (const [name, value] of [
      ['seller', '2'],
      ['listingId', '110000000001'],
      ['expires', '1999999999'],
      ['signature', 'A'.repeat(43)],
      ['epid', '1'],
    ] as const)
      expect(await status(altered(name, value)), name).toBe(403)
    expect(await status(`${paths.productSummary}?epid=1`, { 'sec-fetch-dest': 'iframe' })).toBe(401)
    expect(await status(`${paths.productSummary}?epid=1`)).toBe(302)
    const other = await fetch(new URL(paths.signIn, test.url))
    expect(other.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/)
  })

  it('says that a change is refused, and is mended by the next one', async () => {
    const { page, asked } = await openParent()
    const [first] = await untilHeard(page, 1)
    await say(page, [change({ fieldChanged: 'product', epid: '1' })])
    await frameOf(page)
      .getByText(/is not valid, or it has expired/)
      .waitFor()
    expect(await heardBy(page)).toHaveLength(1)
    await say(page, [change({ fieldChanged: 'product', epid: '' })])
    const [, mended] = await untilHeard(page, 2)
    expect(mended!.data).toEqual(first!.data)
    expect(asked).toHaveLength(4)
  })

  it('moves focus to its heading where what had it is gone, leaves it where the parent has it, and says that it changed', async () => {
    const { page } = await openParent()
    await untilHeard(page, 1)
    const status = frameOf(page).getByRole('status')
    expect(await status.textContent()).toBe('')
    await page.evaluate(() => {
      const field = Object.assign(document.createElement('input'), { ariaLabel: 'A field of the parent' })
      document.querySelector('main')!.prepend(field)
    })
    const focused = () => page.frames()[1]!.evaluate(() => document.activeElement?.tagName)
    const inParent = () => page.evaluate(() => document.activeElement?.tagName)
    const insights = frameOf(page).getByRole('link', { name: 'Product insights' })
    await insights.focus()
    await page.locator('input').focus()
    await say(page, [change({ fieldChanged: 'condition', condition: 'NEW' })])
    await untilHeard(page, 2)
    expect(await status.textContent()).toBe('Results updated')
    expect([await inParent(), await focused()]).toEqual(['INPUT', 'BODY'])
    await insights.focus()
    const said = await status.evaluateHandle((element) => element.firstChild)
    await say(page, [change({ fieldChanged: 'condition', condition })])
    await untilHeard(page, 3)
    expect([await inParent(), await focused()]).toEqual(['IFRAME', 'H1'])
    expect(await status.textContent()).toBe('Results updated')
    expect(await said.evaluate((node) => node?.isConnected)).toBe(false)
    await expectAccessible(page)
  })

  it('stays as it is where a page refuses that it is loaded, and hears the next change', async () => {
    const { page, asked } = await openParent()
    const [first] = await untilHeard(page, 1)
    await page.frames()[1]!.evaluate(() => {
      const refuse = (event: Event) => {
        event.preventDefault()
        Object.assign(window, { refused: true })
      }
      window.addEventListener('hub:before-reload', refuse, { once: true })
    })
    await say(page, [change({ condition: 'NEW' })])
    await page.frames()[1]!.waitForFunction(() => Reflect.has(window, 'refused'))
    await frameOf(page).getByRole('link', { name: 'Product insights' }).click()
    const [, opened] = await untilHeard(page, 2)
    expect(opened!.type).toBe('openProductInsights')
    // Sent once more, because its height has changed.
    await page.locator('iframe').evaluate((frame) => frame.setAttribute('width', '320'))
    const [, , taller] = await untilHeard(page, 3)
    expect(taller!.data).toEqual({ ...first!.data, contentHeight: taller!.data.contentHeight })
    expect(asked).toHaveLength(1)
    await say(page, [change({ condition: 'NEW' })])
    const heard = await untilHeard(page, 4)
    expect(heard.map(({ type }) => type).join()).toBe(
      'loadProductInsightsData,openProductInsights,loadProductInsightsData,loadProductInsightsData',
    )
    expect(asked).toHaveLength(2)
  })

  it('harms nobody where the frame is taken away while it loads, or where nobody answers', async () => {
    const { page, asked } = await openParent()
    await untilHeard(page, 1)
    let held = () => {}
    const holding = new Promise<void>((resolve) => {
      void page.route(isSummaryUrl, (route) => {
        resolve()
        held = () => void route.continue().catch(() => {})
      })
    })
    await say(page, [change({ fieldChanged: 'condition', condition: 'NEW' })])
    await holding
    // The old content is removed, and nothing replaces it until the response arrives.
    const shown = frameOf(page).locator('section')
    expect([await shown.textContent(), await shown.getAttribute('aria-busy')]).toEqual(['', 'true'])
    await page.locator('iframe').evaluate((frame) => frame.remove())
    held()
    await page.getByRole('heading', { name: 'A parent' }).click()
    expect(asked).toHaveLength(2)
    expect(await heardBy(page)).toHaveLength(1)
  })

  it('weighs less than 12 KB in all its answers, and no framework', async () => {
    const { page, asked } = await openParent()
    await untilHeard(page, 1)
    await say(page, [change({ fieldChanged: 'condition', condition: 'NEW' })])
    await untilHeard(page, 2)
    const inFrame = await page
      .frames()[1]!
      .evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(inFrame.map((name) => new URL(name).pathname)).toEqual([paths.productSummary])
    let bytes = 0
    for (const address of asked) bytes += await gzippedSize(address)
    // Counted as if the second response were the whole page, which it is not.
    expect(asked).toHaveLength(2)
    expect(bytes).toBeLessThan(12 * 1024)
  })
})

/** Colours that a page derives from the operator's accent, in light and dark. */
async function accentsOf(page: Page): Promise<string[]> {
  const accents: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const style = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--shui-accent'),
    )
    accents.push(style.trim())
  }
  return accents
}

const isSummaryUrl = (url: URL) => url.pathname === paths.productSummary

/** Size of a compressed response in bytes. */
async function gzippedSize(address: string): Promise<number> {
  const { default: http } = await import('node:http')
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    http.get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) =>
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', resolve)
        .on('error', reject),
    )
  })
  const body = Buffer.concat(chunks)
  // A random nonce may spell any of the words.
  const page = gunzipSync(body)
    .toString()
    .replaceAll(/nonce="[^"]*"/g, '')
  expect(page).not.toMatch(/react|useState|jsx/i)
  return body.length
}

describe('the product summary by itself', () => {
  it('opens by what the command’s own example prints', async () => {
    const example = summaryLinkCommand.help.split('summary-link').at(-1)!.trim().split(' ')
    const said: string[] = []
    const context = { openHub: async () => test.hub, say: (line: string) => void said.push(line) }
    await summaryLinkCommand.run(example, context as unknown as CommandContext)
    expect((await fetch(said.join())).status).toBe(200)
  })

  it('sends nothing and leads to the insights where nobody frames it', async () => {
    const page = await newPage()
    await page.addInitScript(() => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      window.addEventListener('message', (event) => heard.push(event.data))
    })
    await signIn(page, test, 'viewer@demo.example')
    const { searchParams } = new URL(link)
    await page.goto(`${test.url}${paths.productSummary}?listingId=${searchParams.get('listingId')}`)
    const price = await page.locator('.price dd').innerText()
    expect(await accentsOf(page)).toEqual(['#7a1f6b', '#f09ae0'])
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Product insights (Opens in a new window or tab)' }).click()
    const insights = await opened
    await insights
      .getByRole('group', { name: 'Sold in 90 days' })
      .getByRole('cell', { name: price, exact: true })
      .first()
      .waitFor()
    expect(await heardBy(page)).toEqual([])
    expect(await accentsOf(insights)).toEqual(['#7a1f6b', '#f09ae0'])
    await expectAccessible(insights)
    // Its page views are recorded under its own name.
    await page.goto('about:blank')
    const told = test.db.owner.selectFrom('page_loads').select('page').where('page', '=', 'product-summary').limit(1)
    await expect.poll(() => told.execute()).toHaveLength(1)
  })
})
