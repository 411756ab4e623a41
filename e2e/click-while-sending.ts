import type { Locator, Page } from 'playwright-core'
import { pageRoutesHeader } from '#web/router/page-state.ts'

interface Meanwhile {
  /** URL pattern of the request. */
  sent: string
  /** Triggers the request, unless the page does by itself. */
  begin: () => Promise<unknown>
  /** Clicked before the response. */
  link: Locator
  /** Part of the link's path, whose route the router discovers afterwards. */
  unknown: string
}

/**
 * Clicks a link with an undiscovered route while the page is sending a request. The URL must be reached in the end; the
 * caller checks its page.
 */
export async function clickWhileSending(page: Page, { sent, begin, link, unknown }: Meanwhile): Promise<void> {
  const mayAnswer = Promise.withResolvers<void>()
  const mayDiscover = Promise.withResolvers<void>()
  await page.route(sent, async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await page.route(
    ({ pathname }) => pathname.includes(unknown),
    async (route) => {
      if (pageRoutesHeader in route.request().headers()) await mayDiscover.promise
      await route.fallback()
    },
  )
  const sending = page.waitForRequest(sent)
  await begin()
  const answer = (await sending).response()
  await link.click()
  mayAnswer.resolve()
  await (await answer)?.finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  mayDiscover.resolve()
  await page.waitForURL(({ pathname }) => pathname.includes(unknown))
}
