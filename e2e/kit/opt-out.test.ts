import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { optOutFixture } from '#shui/opt-out/opt-out-fixtures.ts'
import { newPage, problemsOf, useBrowser } from '../testing.ts'
import { useKitSite } from './kit-site.ts'

useBrowser()
const site = useKitSite()

beforeEach(() => {
  site.optOut = (_, response) => void response.writeHead(204).end()
})

async function open(model: object = {}, token = 'abc'): Promise<Page> {
  const page = await newPage()
  const query = new URLSearchParams({ model: JSON.stringify({ ...optOutFixture, ...model }), token })
  await page.goto(`${site.url}/opt-out?${query}`)
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('button', { name: 'Back to the classic tool' }).click()
  await page.getByRole('dialog', { name: 'Switch to the classic tool?' }).waitFor()
  return page
}

const send = (page: Page) => page.getByRole('button', { name: 'Switch', exact: true }).click()
const focused = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent), { timeout: 2000, interval: 5 })

test('opens on the first view; Cancel and Escape close and give focus back; the backdrop does nothing', async () => {
  const page = await open()
  await focused(page).toBe('Switch to the classic tool?')
  await page.mouse.click(5, 5)
  expect(await page.getByRole('dialog').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await focused(page).toBe('Back to the classic tool')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await focused(page).toBe('Back to the classic tool')
  expect(problemsOf(page)).toEqual([])
})

test('sends the token; success leads to the previous tool, and Back does not return', async () => {
  const seen: string[] = []
  site.optOut = (request, response, body) => {
    seen.push(`${request.headers['content-type']} ${body}`)
    response.writeHead(200).end('anything')
  }
  const page = await open({ previousToolUrl: '/gallery?component=Status' })
  await send(page)
  await focused(page).toBe('You have switched')
  expect(seen).toEqual(['application/json {"srt":"abc"}'])
  expect(await page.getByRole('link', { name: 'Tell us why' }).getAttribute('href')).toContain(
    'mailto:feedback@hub.example',
  )
  const length = await page.evaluate(() => history.length)
  await page.getByRole('button', { name: 'Go to the classic tool' }).click()
  await page.waitForURL('**/gallery?component=Status')
  expect(await page.evaluate(() => history.length)).toBe(length)
})

test('while it runs: disabled, busy, a status line that holds focus', async () => {
  site.optOut = () => {}
  const page = await open()
  await send(page)
  await focused(page).toBe('Working…')
  expect(await page.getByRole('button', { name: 'Switch', exact: true }).isDisabled()).toBe(true)
  expect(await page.locator('dialog').getAttribute('aria-busy')).toBe('true')
})

test.each([
  ['a server error', 500, {}],
  ['a redirect to another origin', 302, { location: 'https://elsewhere.example/' }],
  ['a refusal', 403, {}],
])('%s shows the failure, which closes', async (_, status, headers) => {
  site.optOut = (_request, response) => void response.writeHead(status, headers).end()
  const page = await open()
  await send(page)
  await focused(page).toBe('That did not work')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await focused(page).toBe('Back to the classic tool')
  await page.keyboard.press('Enter')
  await focused(page).toBe('Switch to the classic tool?')
  expect(await page.locator('dialog').count()).toBe(1)
})

test('gives up after 5000 ms', async () => {
  site.optOut = () => {}
  const page = await open()
  const start = Date.now()
  await send(page)
  await expect
    .poll(() => page.getByRole('heading', { name: 'That did not work' }).count(), { timeout: 8000, interval: 20 })
    .toBe(1)
  expect(Date.now() - start).toBeGreaterThanOrEqual(4990)
  expect(Date.now() - start).toBeLessThan(7000)
})

test('the network is gone', async () => {
  const page = await open()
  await page.context().setOffline(true)
  await send(page)
  await focused(page).toBe('That did not work')
  expect(await page.locator('dialog').getAttribute('aria-busy')).toBeNull()
})

test('without a token nothing is sent', async () => {
  let asked = 0
  site.optOut = () => void (asked += 1)
  const page = await open({}, '')
  await send(page)
  await focused(page).toBe('That did not work')
  expect(asked).toBe(0)
})

test('closing while it waits aborts, and a late answer is dropped', async () => {
  const late = Promise.withResolvers<() => void>()
  const aborted = Promise.withResolvers<void>()
  site.optOut = (request, response) => {
    request.socket.on('close', () => aborted.resolve())
    late.resolve(() => void response.writeHead(204).end())
  }
  const page = await open()
  await send(page)
  const answer = await late.promise
  await page.getByRole('button', { name: 'Cancel' }).click()
  await aborted.promise
  answer()
  expect(await page.locator('dialog').count()).toBe(0)
  await focused(page).toBe('Back to the classic tool')
})

test('where its code cannot be loaded, the link leads where it leads without JavaScript', async () => {
  const page = await newPage()
  await page.route('**/opt-out-dialog*', (route) => route.abort())
  const linkConfig = { text: 'Back', action: { type: 'NAV', URL: '/gallery?component=Status' } }
  await page.goto(
    `${site.url}/opt-out?${new URLSearchParams({ model: JSON.stringify({ ...optOutFixture, linkConfig }) })}`,
  )
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL('**/gallery?component=Status')
  expect(await page.getByRole('heading', { name: 'Kit' }).isVisible()).toBe(true)
})
