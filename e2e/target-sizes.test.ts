import { describe, it } from 'vitest'
import { paths, withQuery } from '#web/paths.ts'
import { expectAccessible } from './accessible.ts'
import { openPage, signedInPage, testHubInBrowser } from './testing.ts'

const test = await testHubInBrowser()

/** What browsers leave of common screens. */
const windows = {
  desktop: [
    [1440, 789],
    [1366, 657],
    [1920, 969],
    [1280, 720],
  ],
  phone: [
    [375, 667],
    [375, 812],
    [390, 664],
    [412, 732],
  ],
} as const

describe.each(['desktop', 'phone'] as const)('in the windows of a %s', (device) => {
  it.each([
    ['orders', () => withQuery(paths.orders, { status: 'awaiting-shipment' })],
    ['active listings', () => paths.listings.active],
    ['transactions', () => paths.transactions],
  ])('every target of %s is large enough, wherever the totals lie', async (_, address) => {
    const page = await signedInPage(test, 'owner@demo.example', { hasTouch: device === 'phone' })
    for (const [width, height] of windows[device]) {
      await page.setViewportSize({ width, height })
      await openPage(page, test.url + address())
      await expectAccessible(page, { only: 'targets', asSeen: true, withFrame: true })
    }
  })
})
