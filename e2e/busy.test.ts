import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#db/connection.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'
import { allRoutes, pageDataHeader } from '#web/router/page-state.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#db/testing-proxy.ts'
import { exportsPerMember } from '#features/machinery/grid/export-slots.server.ts'
import { busyFor } from '#lib/testing.ts'
import { expectAccessible } from './accessible.ts'
import { cookieOf } from './http-member.ts'
import { testHub, useBrowser, type TestHub, signedInPage } from './testing.ts'

let test: TestHub

useBrowser()
beforeAll(async () => void (test = await testHub()))

/** Blocks every export: its rows cannot be read until the test ends or `release` is called. */
async function lockLines(): Promise<{ release: () => Promise<unknown> }> {
  const client = await connect(test.db.url)
  onTestFinished(() => client.end())
  await client.query('begin; lock table line_items in access exclusive mode')
  return { release: () => client.query('rollback') }
}

it('a hub whose database is away says so with 503 and when to come again, to whoever is signed in and by every kind of request, and works again after', async () => {
  let wire: DatabaseProxy | undefined
  const away = await testHub({ reach: async (url) => (wire = await openDatabaseProxy(url)).url })
  const page = await signedInPage(away, 'owner@demo.example')
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const form = { method: 'POST', headers: { cookie, origin: away.url }, body: new URLSearchParams({ srt: 'x' }) }
  const ask = () =>
    Promise.all([
      fetch(away.url + paths.orders, { headers: { cookie } }),
      fetch(away.url + paths.orders, { headers: { cookie, [pageDataHeader]: allRoutes } }),
      fetch(away.url + listPaths(paths.orders).export, { headers: { cookie } }),
      fetch(away.url + paths.listingForm(), form),
      fetch(away.url + paths.signInLink('x'.repeat(43))),
    ])
  await wire!.cut()
  for (const answer of await ask())
    expect([answer.status, answer.headers.get('retry-after')], answer.url).toEqual([503, '30'])
  await page.goto(away.url + paths.orders)
  await page.getByRole('heading', { level: 1, name: 'The hub is busy' }).waitFor()
  expect(away.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
  const warned = away.log.flatMap(({ level, requestId }) => (level === 40 && requestId ? [requestId] : []))
  expect(warned).toHaveLength(6)
  expect(new Set(warned).size).toBe(6)
  await wire!.mend()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
})

describe('a hub with much to do', () => {
  it('gives a member two exports at once; one more is a page that says what to do, and pages go on', async () => {
    const page = await signedInPage(test, 'viewer@demo.example')
    await page.goto(test.url + paths.orders)
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const get = (path: string) => fetch(test.url + path, { headers: { cookie } })
    const { release } = await lockLines()
    // Each has begun: its header is there.
    const running = await Promise.all(
      Array.from({ length: exportsPerMember }, () => get(listPaths(paths.orders).export)),
    )
    expect(running.map(({ status }) => status)).toEqual([200, 200])
    const refused = await get(listPaths(paths.orders).export)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    await page.getByRole('link', { name: /^Export \d+/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Export not started' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain('Wait until one is finished')
    await expectAccessible(page, { withFrame: true })
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

  it('answers what is asked for without its body at once, and keeps nothing for it', async () => {
    const cookie = await cookieOf(test, 'viewer@demo.example')
    const { pool } = test.hub.db
    for (const path of [
      listPaths(paths.orders).export,
      listPaths(paths.listings.active).export,
      paths.orders,
      paths.overview,
    ]) {
      for (let times = 0; times <= exportsPerMember; times += 1) {
        const answer = await fetch(test.url + path, { method: 'HEAD', headers: { cookie } })
        expect(answer.status, path).toBe(200)
        await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBe(0)
      }
    }
    expect(test.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  it('spends little on a form of 30 MB that is forged, whatever it is made of; how long others wait is the benchmark’s (abuse)', async () => {
    const cookie = await cookieOf(test, 'owner@demo.example')
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=edge' }
    const part = '--edge\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n'
    for (const body of [Buffer.from(part.repeat(600_000)), Buffer.alloc(30_000_000, '-')]) {
      const send = async () => {
        const { status } = await fetch(test.url + paths.listingForm(), { method: 'POST', headers, body })
        expect([403, 413]).toContain(status)
      }
      expect(await busyFor(send)).toBeLessThan(1_500)
    }
  })

  it('answers so many pages of a member at once, lets some wait, and others go before the rest', async () => {
    const own = await cookieOf(test, 'owner@demo.example')
    const others = await cookieOf(test, 'viewer@demo.example')
    const get = (cookie: string) => fetch(`${test.url}${paths.orders}?q=la&limit=25`, { headers: { cookie } })
    const { pool } = test.hub.db
    const { release } = await lockLines()
    const mine = Array.from({ length: 60 }, () => get(own))
    const refused = await Promise.race(mine)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.text()).toContain('Too many pages at once')
    // Waiting exports hold no connections, which others need.
    await expect.poll(() => pool.waitingCount + pool.totalCount - pool.idleCount).toBeLessThan(pool.options.max)
    expect((await fetch(test.url + paths.preferences, { headers: { cookie: others } })).status).toBe(200)
    await release()
    const statuses = await Promise.all(mine.map(async (answer) => (await answer).status))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await get(own)).status).toBe(200)
  })

  it('says so where all connections are in use, on the page and to who asks whether it is ready', async () => {
    const page = await signedInPage(test, 'viewer@demo.example')
    const { pool } = test.hub.db
    const { connectionTimeoutMillis: patient } = pool.options
    pool.options.connectionTimeoutMillis = 5_000
    onTestFinished(() => void (pool.options.connectionTimeoutMillis = patient))
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    onTestFinished(() => {
      for (const client of clients) client.release()
    })
    // The readiness check times out before a page waiting for a connection does.
    const order: string[] = []
    const [ready, answer] = await Promise.all([
      fetch(`${test.url}/readyz`).finally(() => order.push('ready')),
      page.goto(test.url + paths.orders).finally(() => order.push('page')),
    ])
    expect(order).toEqual(['ready', 'page'])
    expect(ready.status).toBe(503)
    expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '30'])
    await page.getByRole('heading', { level: 1, name: 'The hub is busy' }).waitFor()
    const reference = await page.locator('code').innerText()
    expect(test.log).toContainEqual(expect.objectContaining({ msg: 'request failed', requestId: reference }))
    expect(answer?.headers()['x-request-id']).toBe(reference)
  })
})
