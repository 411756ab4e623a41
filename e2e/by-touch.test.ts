import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { paths } from '#web/paths.ts'
import { expectFocus, openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

const everyList = [
  paths.orders,
  paths.listings.active,
  paths.listings.drafts,
  paths.listings.scheduled,
  paths.listings.ended,
  paths.cases.RETURN,
  paths.cases.NOT_RECEIVED,
  paths.conversations,
]

const withPictures: string[] = [paths.orders, paths.listings.active, paths.listings.ended, paths.cases.RETURN]

/** Width and height in pixels. */
type Size = readonly [number, number]

/** Elements that a 32 px wide thumb hits when it aims at each visible box: its centre and four sides. */
function underBoxes(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('tbody input[type=checkbox]')].slice(0, 3).flatMap((box) => {
      const { x, y, width, height } = box.getBoundingClientRect()
      const sides = [
        [0, 0],
        [-16, 0],
        [16, 0],
        [0, -16],
        [0, 16],
      ] as const
      return sides.map(([right, down]) => {
        const under = document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)
        return under?.closest('label')?.control === box ? 'its box' : under?.tagName
      })
    }),
  )
}

/** Fields whose letters are so small that a phone zooms into them. */
function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const fields = document.querySelectorAll(
      'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea',
    )
    return [...fields]
      .filter((each) => Number.parseFloat(getComputedStyle(each).fontSize) < 16)
      .map((each) => each.outerHTML)
  })
}

/** Visible controls that are less than 44 px high for touch, however they are drawn (WCAG 2.5.5). */
function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      ':is(header, main) :is(button, summary, select, input:not([type=hidden], [type=range]))',
    )
    return [...targets].flatMap((target) => {
      const { x, y, width, height } = target.getBoundingClientRect()
      const [middle, centre] = [x + width / 2, y + height / 2]
      const isHit = (down: number) => {
        const under = document.elementFromPoint(middle, centre + down)
        return under !== null && (target.contains(under) || under.closest('label')?.control === target)
      }
      // Sticky parts at the page's end cover other elements.
      const isInSight = width > 1 && centre > 22 && centre < window.innerHeight - 130 && isHit(0)
      return isInSight && !(isHit(-21) && isHit(21)) ? `${target.outerHTML.slice(0, 120)} ${height}` : []
    })
  })
}

it.each([
  [
    375,
    everyList,
    [
      paths.listingForm({ mode: 'AddItem' }),
      paths.policies,
      paths.tasks(),
      `${paths.ordersShip}?status=awaiting-shipment&all=1`,
    ],
  ],
  [768, [paths.orders], []],
])('a finger selects, acts and opens at %i px, and no phone zooms into a field', async (width, lists, forms) => {
  const page = await signedInPage(test, 'owner@demo.example', {
    viewport: { width, height: 800 },
    hasTouch: true,
    isMobile: width < 500,
  })
  const bar = page.getByRole('group', { name: 'Selection' })
  for (const list of lists) {
    await openPage(page, test.url + list)
    expect([...new Set(await underBoxes(page))], list).toEqual(['its box'])
    if (width < 500) expect(await smallFields(page), list).toEqual([])
    if (width < 500 && withPictures.includes(list)) await expectNearRows(page, list)
    expect(await lowTargets(page), list).toEqual([])
    await page.locator('tbody input').first().tap()
    await page.locator('tbody input').nth(1).tap()
    expect(new URL(page.url()).pathname).toBe(list)
    await expect.poll(() => bar.getByRole('status').textContent()).toBe('2 selected')
    await bar.getByRole('button', { name: 'Clear selection' }).tap()
    await expect.poll(() => bar.isVisible()).toBe(false)
    await expectFocus(page.locator('tbody input').first())
    await page.locator('tbody th a').first().tap()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(list)
  }
  for (const form of forms) {
    await openPage(page, test.url + form)
    expect(await smallFields(page), form).toEqual([])
    expect(await lowTargets(page), form).toEqual([])
  }
  if (width >= 700) await expectMenusInWindow(page)
})

/** On a phone: where a list begins, the contents of its toolbar, and whether its rows have pictures. */
const geometryOf = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const search = boxOf(main.querySelector('[type=search]')!)
    const buttons = [...main.querySelectorAll('button:is([popovertarget])')].filter((button) => boxOf(button).width > 0)
    const beside = buttons.filter((button) => Math.abs(boxOf(button).top - search.top) < 4)
    const picture = main.querySelector('tbody img')
    return {
      rowsBeginAt: boxOf(main.querySelector('tbody tr')!).top,
      width: document.documentElement.scrollWidth,
      besideSearch: beside.length,
      above: buttons.filter((button) => boxOf(button).top < search.top).length,
      picture: picture ? boxOf(picture).width : 0,
    }
  })

async function expectNearRows(page: Page, list: string): Promise<void> {
  const { rowsBeginAt, ...found } = await geometryOf(page)
  expect(rowsBeginAt, list).toBeLessThanOrEqual(220)
  expect(found, list).toEqual({ width: 375, besideSearch: 2, above: 1, picture: 40 })
}

// The English lists are looked at where a finger opens them.
it('lists begin within 220 px of a phone, with pictures, and keep the rest in a menu: in German', async () => {
  const page = await signedInPage(test, 'owner@demo.example', {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    locale: 'de-DE',
  })
  for (const list of [...withPictures, orderTabHref('awaiting-shipment')]) {
    await openPage(page, test.url + list)
    await expectNearRows(page, list)
  }
  // Active filters have a line of their own above the search.
  await openPage(page, `${test.url}${paths.orders}?status=delivered&country=GB&placed=nonsense`)
  expect(await geometryOf(page)).toMatchObject({ width: 375, besideSearch: 2, above: 1 })
  await openPage(page, test.url + paths.orders)
  // The menu has views, columns and export. Choosing an item closes it, and all of it fits the window.
  const menu = page.locator('main [popover]:has([popover])')
  await page.locator('main button[popovertarget]:visible').first().tap()
  await expect.poll(() => menu.locator(':scope > a').isVisible()).toBe(true)
  await menu.getByRole('button').nth(1).tap()
  const columns = menu.locator('[popover]').nth(1)
  const { y, height } = (await columns.boundingBox())!
  expect([y >= 0, y + height <= 812]).toEqual([true, true])
  await columns.getByRole('checkbox').last().check()
  await columns.locator('[type=submit]').tap()
  await page.waitForURL(/cols=/)
  await expect.poll(() => menu.locator(':scope > a').isVisible()).toBe(false)
})

/** Expects the header's menus inside the window: a part before its edge cannot be scrolled to. */
async function expectMenusInWindow(page: Page): Promise<void> {
  for (const name of ['Orders', 'Listings']) {
    await page.getByRole('banner').getByRole('button', { name }).tap()
    const { x, width } = (await page.locator('header [aria-expanded=true] + ul').boundingBox())!
    expect([x >= 0, x + width <= page.viewportSize()!.width], name).toEqual([true, true])
  }
}

// 720 by 450 is a screen of 1440 by 900 at 200 % zoom.
it.each<{ screen: string; sizes: [Size, ...Size[]] }>([
  {
    screen: 'a phone’s',
    sizes: [
      [375, 740],
      [320, 568],
    ],
  },
  { screen: 'a zoomed screen’s', sizes: [[720, 450]] },
])(
  'the bar of what is selected is one row at $screen size, all of it within reach, and hides no list',
  async ({ sizes }) => {
    const [[width, height]] = sizes
    const page = await signedInPage(test, 'owner@demo.example', {
      viewport: { width, height },
      hasTouch: true,
      isMobile: width < 500,
    })
    await openPage(page, test.url + paths.listings.active)
    await page.locator('tbody input[name=keys]').first().tap()
    for (const size of sizes) await expectWithinReach(page, size)
    if (width < 700) {
      await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'More' }).tap()
      await page.getByRole('group', { name: 'More' }).getByRole('button', { name: 'Sell similar' }).tap()
      await page.getByText('1 listing copied to drafts').waitFor()
    }
  },
)

/** Controls of the top bar that are too small for a finger (WCAG 2.5.8). */
function smallInBar(page: Page): Promise<string[]> {
  return page
    .getByRole('banner')
    .locator('a:visible, button:visible, summary:visible')
    .evaluateAll((targets) =>
      targets.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        return width < 24 || height < 24
          ? `${target.getAttribute('aria-label') ?? target.textContent} ${width}×${height}`
          : []
      }),
    )
}

async function expectWithinReach(page: Page, [width, height]: Size): Promise<void> {
  await page.setViewportSize({ width, height })
  expect(await smallInBar(page), `${width}`).toEqual([])
  const field = page.getByRole('main').getByRole('searchbox')
  expect(await field.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize))).toBeGreaterThanOrEqual(
    16,
  )
  const bar = page.getByRole('group', { name: 'Selection' })
  await bar.waitFor()
  await expect
    .poll(async () => {
      const { y: top, height: tall } = (await bar.boundingBox())!
      return [tall <= 60, top + tall]
    })
    .toEqual([true, height])
  // Rows take most of the screen once it is scrolled.
  await page
    .locator('tbody tr')
    .nth(4)
    .evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const { y: top } = (await bar.boundingBox())!
  const seen = await page.evaluate(
    (end) =>
      [0.2, 0.4, 0.6, 0.8].map(
        (part) => document.elementFromPoint(window.innerWidth * 0.6, end * part)?.closest('tbody') !== null,
      ),
    top,
  )
  expect(seen).toEqual([true, true, true, true])
  const small = await bar
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect()).filter(({ width: w, height: h }) => Math.min(w, h) < 24),
    )
  expect(small).toEqual([])
  const shown = await bar.getByRole('button').count()
  expect(shown).toBeLessThanOrEqual(width < 700 ? 4 : 7)
}
