import type { Locator, Page } from 'playwright-core'

interface Meanwhile {
  /** Where to something is sent: a pattern of addresses. */
  sent: string
  /** Has the page send it, where it does not by itself. */
  begin: () => Promise<unknown>
  /** What is clicked before it is answered. */
  link: Locator
  /** A word of the path that the link leads to, of whose route the router learns after that. */
  unknown: string
}

/**
 * Clicks a link whose route the router does not know yet, while the page is sending something: that is answered first. The
 * address that was clicked has to be there in the end; the caller looks whether its page is.
 */
export async function clickWhileSending(page: Page, { sent, begin, link, unknown }: Meanwhile): Promise<void> {
  const mayAnswer = Promise.withResolvers<void>()
  const mayDiscover = Promise.withResolvers<void>()
  await page.route('**/__manifest?*', async (route) => {
    if (route.request().url().includes(unknown)) await mayDiscover.promise
    await route.continue()
  })
  await page.route(sent, async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
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
