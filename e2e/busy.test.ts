import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { paths } from '#web/paths.ts'
import { exportsPerMember } from '#features/grid/export-slots.ts'
import { expectAccessible } from './accessible.ts'
import { newPage, problemsOf, signIn, testHub, useBrowser, type TestHub } from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => void (test = await testHub()))

/** Holds up every export: its rows cannot be read until the test ends, or `release` is called. */
async function lockLines(): Promise<{ release: () => Promise<unknown> }> {
  const client = new pg.Client({ connectionString: test.db.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table line_items in access exclusive mode')
  return { release: () => client.query('rollback') }
}

describe('a hub with much to do', () => {
  it('gives a member two exports at once; one more is a page that says what to do, and pages go on', async () => {
    const page = await newPage()
    await signIn(page, test, 'viewer@demo.example')
    await page.goto(test.url + paths.orders)
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const get = (path: string) => fetch(test.url + path, { headers: { cookie } })
    const { release } = await lockLines()
    // Each has begun: its header is there.
    const running = await Promise.all(Array.from({ length: exportsPerMember }, () => get(paths.ordersExport)))
    expect(running.map(({ status }) => status)).toEqual([200, 200])
    const refused = await get(paths.ordersExport)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    await page.getByRole('link', { name: /^Export \d+/ }).click()
    await page.getByRole('heading', { level: 1, name: 'No export now' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain('Wait until your browser has saved one')
    await expectAccessible(page)
    expect(problemsOf(page).filter((problem) => !problem.includes('429'))).toEqual([])
    expect((await get('/readyz')).status).toBe(200)
    await release()
    for (const response of running) expect(await response.text()).toContain('Order number')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Export \d+/ }).click(),
    ])
    expect(await download.failure()).toBeNull()
  })

  it('says so where all connections are in use, on the page and to who asks whether it is ready', async () => {
    const page = await newPage()
    await signIn(page, test, 'viewer@demo.example')
    const { pool } = test.hub.db
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    onTestFinished(() => {
      for (const client of clients) client.release()
    })
    const began = performance.now()
    const [ready, answer] = await Promise.all([
      fetch(`${test.url}/readyz`).then(({ status }) => ({ status, ms: performance.now() - began })),
      page.goto(test.url + paths.orders),
    ])
    expect(ready.status).toBe(503)
    expect(ready.ms).toBeLessThan(4_000)
    expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '30'])
    await page.getByRole('heading', { level: 1, name: 'The hub is busy' }).waitFor()
    const reference = await page.locator('code').innerText()
    expect(test.log).toContainEqual(expect.objectContaining({ msg: 'request failed', requestId: reference }))
    expect(answer?.headers()['x-request-id']).toBe(reference)
  })
})
