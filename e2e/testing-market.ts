import type { Page } from 'playwright-core'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { freePort } from '#server/free-port.ts'
import { marketStartMessage } from '#server/market.ts'
import { startWebhooks } from '#server/webhooks.ts'
import { startMarket } from '../examples/market/start-market.ts'
import { newPage, type TestHub } from './testing.ts'

/** Starts the example market beside a hub, in step with it, until the test file ends. */
export async function startTestMarket(test: TestHub) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const place = { port, url, webhookUrl: `${url}/hub-events` }
  test.hub.config.ownWebhook = place.webhookUrl
  test.hub.config.productSummaryParents.push(url)
  const message = await marketStartMessage(test.hub, place)
  const market = await startMarket({
    ...message,
    hubUrl: test.url,
    host: '127.0.0.1',
    storeFile: ':memory:',
    say: (said) => test.log.push({ said }),
  })
  const webhooks = startWebhooks(test.hub, { pause: 100 })
  afterTestFile(async () => {
    await market.stop()
    await webhooks.stop()
  })
  await market.ready

  /** A buyer's browser, signed in by a demo name. */
  async function buyer(name: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
    const page = await newPage({ viewport: { width: 375, height: 800 }, ...options })
    await page.goto(`${market.url}/sign-in`)
    await page.getByLabel('Or another name').fill(name)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    return page
  }

  return { market, buyer }
}
