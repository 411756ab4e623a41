import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { optOutFixture } from '#shui/opt-out/opt-out-fixtures.ts'
import { problemsOf } from '../testing.ts'
import type { Kit } from './kit.ts'

const address = (model: object, token = 'abc') =>
  `/opt-out?${new URLSearchParams({ model: JSON.stringify({ ...optOutFixture, ...model }), token })}`
const send = (page: Page) => page.getByRole('button', { name: 'Switch', exact: true }).click()
const focused = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent), { timeout: 2000, interval: 5 })

/** Under StrictMode, which runs effects twice. The whole journey is in `e2e/opt-out.test.ts`, against the hub. */
export function optOutTests({ site, open }: Kit): void {
  beforeEach(() => {
    site.optOut = (_, response) => void response.writeHead(204).end()
  })

  async function openDialog(model: object = {}, token?: string): Promise<Page> {
    const page = await open(address(model, token))
    await page.getByRole('button', { name: 'Back to the classic tool' }).click()
    await page.getByRole('dialog', { name: 'Switch to the classic tool?' }).waitFor()
    return page
  }

  test('sends the token once, whatever is answered is success, and leaves by replacing the page', async () => {
    const seen: string[] = []
    site.optOut = (request, response, body) => {
      seen.push(`${request.headers['content-type']} ${body}`)
      response.writeHead(200).end('anything')
    }
    const page = await openDialog({ previousToolUrl: '/gallery?component=Status' })
    await focused(page).toBe('Switch to the classic tool?')
    await send(page)
    await focused(page).toBe('You have switched')
    expect(seen).toEqual(['application/json {"srt":"abc"}'])
    const length = await page.evaluate(() => history.length)
    await page.getByRole('button', { name: 'Go to the classic tool' }).click()
    await page.waitForURL('**/gallery?component=Status')
    expect(await page.evaluate(() => history.length)).toBe(length)
    expect(problemsOf(page)).toEqual([])
  })

  test('a redirect to another origin is failure', async () => {
    site.optOut = (_request, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    const page = await openDialog()
    await send(page)
    await focused(page).toBe('That did not work')
    expect(new URL(page.url()).pathname).toBe('/opt-out')
  })

  test('without a token nothing is sent, the error view shows, and its button closes', async () => {
    let asked = 0
    site.optOut = () => void (asked += 1)
    const page = await openDialog({}, '')
    await send(page)
    await focused(page).toBe('That did not work')
    expect(asked).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await focused(page).toBe('Back to the classic tool')
  })

  test('where its code cannot be loaded, the link leads where it leads without JavaScript', async () => {
    const linkConfig = { text: 'Back', action: { type: 'NAV', URL: '/gallery?component=Status' } }
    const page = await open(address({ linkConfig }))
    await page.route('**/opt-out-dialog*', (route) => route.abort())
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/gallery?component=Status')
    expect(await page.getByRole('heading', { name: 'Kit' }).isVisible()).toBe(true)
  })
}
