import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { optOutFixture } from '#shui/opt-out/opt-out-fixtures.ts'
import { minute } from '#lib/duration.ts'
import { newPage, takeProblems } from '../testing.ts'
import { goto, reportedBy, type Kit } from './kit.ts'

const address = (model: object, token = 'abc') =>
  `/opt-out?${new URLSearchParams({ model: JSON.stringify({ ...optOutFixture, ...model }), token })}`
const send = (page: Page) => page.getByRole('button', { name: 'Switch', exact: true }).click()
const focused = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent), { interval: 5 })

/** Under StrictMode, which runs effects twice. The whole journey is in `e2e/opt-out.test.ts`. */
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

  it('sends the token once, whatever is answered is success, and leaves by replacing the page', async () => {
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
  })

  it('sends one request for two presses at once', async () => {
    let count = 0
    site.optOut = (_, response) => {
      count += 1
      response.writeHead(204).end()
    }
    const page = await openDialog()
    await page.getByRole('button', { name: 'Switch', exact: true }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await focused(page).toBe('You have switched')
    expect(count).toBe(1)
  })

  it('the heading of a view takes focus 10 ms after the view appears, and not before', async () => {
    const page = await newPage()
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + minute)
    await goto(page, site.url + address({}))
    const focusIn = () => page.evaluate(() => document.activeElement?.closest('h2, dialog')?.localName)
    const expectHeading = async (name: string) => {
      await page.getByRole('heading', { name }).waitFor()
      // React's effects for the view have run.
      await page.evaluate(
        () =>
          new Promise((done) => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', done)
            port1.start()
            port2.postMessage(null)
          }),
      )
      await page.clock.runFor(9)
      expect(await focusIn()).toBe('dialog')
      await page.clock.runFor(1)
      expect(await focusIn()).toBe('h2')
    }
    await page.getByRole('button', { name: 'Back to the classic tool' }).click()
    await expectHeading('Switch to the classic tool?')
    await send(page)
    await expectHeading('You have switched')
  })

  it('focus goes back to what was pressed also where the browser does not put it there', async () => {
    const page = await open(address({}))
    await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()))
    const opener = page.getByRole('button', { name: 'Back to the classic tool' })
    await opener.click()
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await focused(page).toBe('Back to the classic tool')
    // Focus set on a container does not count either.
    await page.evaluate(() => {
      const main = document.querySelector('main')!
      main.tabIndex = -1
      main.focus()
    })
    await opener.click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await focused(page).toBe('Back to the classic tool')
  })

  it('each of its actions is tracked when it is used, and none by Escape', async () => {
    const words = (text: string) => ({ text, action: { type: 'OPERATION', name: 'x', tracking: text } })
    const { optOutInfo, optOutSuccess, optOutFailed, feedbackConfig } = optOutFixture
    const page = await openDialog({
      optOutInfo: { ...optOutInfo, actions: { primary: words('Switch'), secondary: words('Stay') } },
      optOutSuccess: { ...optOutSuccess, actions: { primary: words('Go'), secondary: words('Why') } },
      optOutFailed: { ...optOutFailed, actions: { primary: words('Close it') } },
      cancelOptout: words('Cancel'),
      feedbackConfig,
      previousToolUrl: '/gallery',
    })
    // Keep the page for inspection.
    await page.route('**/gallery', (route) => route.fulfill({ status: 204 }))
    const press = async (role: 'button' | 'link', name: string) => {
      await page.getByRole('dialog').getByRole(role, { name, exact: true }).click()
      await expect.poll(() => reportedBy(page).then((told) => told.at(-1))).toBe(name)
    }
    await press('button', 'Cancel')
    await page.getByRole('button', { name: 'Back to the classic tool' }).click()
    await press('button', 'Stay')
    await page.getByRole('button', { name: 'Back to the classic tool' }).click()
    site.optOut = (_, response) => void response.writeHead(500).end()
    await press('button', 'Switch')
    await press('button', 'Close it')
    site.optOut = (_, response) => void response.writeHead(204).end()
    await page.getByRole('button', { name: 'Back to the classic tool' }).click()
    await press('button', 'Switch')
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
    await press('link', 'Why')
    await press('button', 'Go')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    expect(await reportedBy(page)).toEqual(['Cancel', 'Stay', 'Switch', 'Close it', 'Switch', 'Why', 'Go'])
  })

  it('an operation in its words is told', async () => {
    const does = (name: string) => ({ text: name, action: { type: 'OPERATION', name } })
    const page = await open(
      address({ optOutInfo: { ...optOutFixture.optOutInfo, header: does('a'), body: [does('b')] } }),
    )
    await page.getByRole('button', { name: 'Back to the classic tool' }).click()
    for (const name of ['a', 'b']) await page.getByRole('button', { name, exact: true }).click()
    expect(await reportedBy(page)).toEqual(['a', 'b'])
  })

  it('a redirect to another origin is failure', async () => {
    site.optOut = (_request, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    const page = await openDialog()
    await send(page)
    await focused(page).toBe('That did not work')
    expect(new URL(page.url()).pathname).toBe('/opt-out')
    takeProblems(page, /Unsafe attempt/)
  })

  it('without a token nothing is sent, the error view shows, and its button closes', async () => {
    let asked = 0
    site.optOut = () => void (asked += 1)
    const page = await openDialog({}, '')
    await send(page)
    await focused(page).toBe('That did not work')
    expect(asked).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await focused(page).toBe('Back to the classic tool')
  })

  it('where its code cannot be loaded, the link leads where it leads without JavaScript', async () => {
    const linkConfig = { text: 'Back', action: { type: 'NAV', URL: '/gallery?component=Status' } }
    const page = await open(address({ linkConfig }))
    await page.route('**/opt-out-dialog*', (route) => route.abort())
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/gallery?component=Status')
    expect(await page.getByRole('heading', { name: 'Kit' }).isVisible()).toBe(true)
  })
}
