import { randomUUID } from 'node:crypto'
import { execFile, spawnSync } from 'node:child_process'
import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, inject, it, onTestFinished } from 'vitest'
import { listMigrations, readPreviousVersion } from '#db/migrate.ts'
import { withDatabase, withTestLock } from '#db/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { freePort } from './free-port.ts'
import { dataFolder, figures, hasPrinted, query, startHub, workersOf, type HubProcess } from './testing-process.ts'
import { buildCommit, hasCommit, startLoad, type LoadRequest } from './testing-rolling.ts'

const previous = await readPreviousVersion()
const seller = 'harbour-camera'

it('the previous version serves without failed requests while the next one migrates, beside it, and until it stops', async ({
  skip,
}) => {
  if (!hasCommit(previous)) {
    const reason = `This clone lacks the previous version, so nothing is proven: git fetch origin ${previous.commit}`
    process.stderr.write(`${reason}\n`)
    skip(reason)
  }
  const folder = await dataFolder()
  await buildCommit(previous, folder)
  const DATABASE_URL = await emptyDatabase()
  // Both versions have the address of the same proxy.
  const env = { DATABASE_URL, DATA_DIR: await dataFolder(), PUBLIC_URL: 'http://hub.example', STOP_DELAY: '1' }
  const settings = { ...env, LOG_LEVEL: 'info', HUB_DEMO: 'auto' }
  const metrics = await freePort()
  const old = await startHub({ ...settings, HUB_PROCESSES: '2', METRICS_PORT: String(metrics) }, { cwd: folder })
  await old.ready
  const serving = async () => (await figures(metrics)).get('hub_processes')
  await expect.poll(serving).toBe(2)
  const key = await makeKey(folder, env)
  const members = await signIn(old)
  const pages = await Promise.all(members.map((cookie) => pagesOf(urlOf(old), cookie)))
  expect(Math.max(...pages.map((list) => list.length))).toBeGreaterThan(20)

  const load = startLoad([...pages, await ordersOf(urlOf(old), key), await ordersOf(urlOf(old), key)], urlOf(old))
  await load.moveTo([urlOf(old)])
  const before = await signatures(DATABASE_URL)
  const next = await startHub(settings)
  await next.ready
  expect(await query(DATABASE_URL, 'select from hub.migrations')).toHaveProperty(
    'rowCount',
    (await listMigrations()).length,
  )
  await load.moveTo([urlOf(old)])
  await load.moveTo([urlOf(old), urlOf(next)])
  // New processes of the previous version run all jobs at their start.
  for (const worker of await workersOf(old)) {
    process.kill(worker, 'SIGTERM')
    await hasPrinted(old, `Process ${worker} ended`)
    await expect.poll(serving).toBe(2)
  }
  await load.moveTo([urlOf(old), urlOf(next)])
  await load.moveTo([urlOf(next)])
  old.child.kill('SIGTERM')
  expect(await old.exited).toBe(0)
  await load.moveTo([urlOf(next)])
  const { requests, failures } = await load.stop()
  expect(failures).toEqual([])
  expect(requests).toBeGreaterThan(500)
  expect([...failuresIn(old), ...failuresIn(next)]).toEqual([])
  const after = await signatures(DATABASE_URL)
  const isKept = ({ name, types }: Signature) =>
    after.some(
      (each) => each.name === name && each.least <= types.length && types.every((type, at) => type === each.types[at]),
    )
  expect(before.filter((each) => isCalled(each.name) && !isKept(each))).toEqual([])
})

const urlOf = ({ port }: HubProcess) => `http://127.0.0.1:${port}`

async function emptyDatabase(): Promise<string> {
  const { ownerUrl } = inject('cluster')
  const name = `rolling_${randomUUID().replaceAll('-', '')}`
  await withTestLock(name, async (client) => void (await client.query(`create database ${name} owner hub`)))
  onTestFinished(() =>
    withTestLock(name, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  )
  return withDatabase(ownerUrl, name)
}

interface Signature {
  name: string
  types: string[]
  /** Parameters that a call must give. */
  least: number
}

/** The functions that statements can call; triggers are replaced together with theirs. */
async function signatures(url: string): Promise<Signature[]> {
  const { rows } = await query(
    url,
    `select proname::text as name, proargtypes::regtype[]::text[] as types, pronargs - pronargdefaults as least from pg_proc
     where pronamespace = 'hub'::regnamespace and prorettype <> 'trigger'::regtype`,
  )
  return rows
}

/** Whether a program of the previous version calls a function; functions that only others call may go. */
const isCalled = (name: string): boolean =>
  spawnSync('git', ['grep', '-qw', name, previous.commit, '--', '*.ts'], { cwd: import.meta.dirname }).status === 0

/** Makes a key of the marketplace with the previous version's command. */
async function makeKey(cwd: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['cli/main.ts', 'key', 'create', '--name', 'rolling'],
    { cwd, env: { ...env, PATH: process.env.PATH } },
  )
  return assertDefined(stdout.split('\n')[0], 'the command prints the key')
}

interface Answer {
  status: number
  location: string
  body: string
  cookie: string
}

/** Sends a request over a new connection, as a proxy with its own `Host` does. */
function send(url: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = { ...options.headers, host: 'hub.example' }
    const agent = new Agent({ keepAlive: false })
    httpRequest(url, { method: options.method ?? 'GET', headers, agent }, (response) => {
      const cookie = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
      const {
        statusCode: status = 0,
        headers: { location = '' },
      } = response
      text(response).then((body) => resolve({ status, location, body, cookie }), reject)
    })
      .on('error', reject)
      .end(options.body)
  })
}

/** Session cookies of the demo members whose links the hub has printed. */
async function signIn(hub: HubProcess): Promise<string[]> {
  const links = Array.from(hub.output().matchAll(/ http:\/\/hub\.example(\/\S+token=[\w-]+)/g), ([, link = '']) => link)
  expect(links.length).toBeGreaterThan(2)
  return Promise.all(links.map(async (link) => (await send(urlOf(hub) + link)).cookie))
}

/** Reads each page that a member's pages link to, one for each path. */
async function pagesOf(hub: string, cookie: string): Promise<LoadRequest[]> {
  const found = new Map<string, string>()
  const waiting = ['/']
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const { pathname } = new URL(at, hub)
    if (found.has(pathname) || /sign-out|export|\.csv|\/assets\/|\/pictures\//.test(at)) continue
    const { status, body, location } = await send(hub + at, { headers: { cookie } })
    // Downloads are no pages.
    if (status === 200 && body.includes('</html>')) found.set(pathname, at)
    if (status === 302 && location.startsWith('/')) waiting.push(location)
    for (const [, href = ''] of body.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g))
      waiting.push(href.replaceAll('&amp;', '&'))
  }
  return Array.from(found.values(), (address): LoadRequest => async (at) => {
    const answer = await send(at + address, { headers: { cookie } })
    // The next version may have moved the page.
    const hasMoved = answer.status === 302 && answer.location.startsWith('/sh/')
    const { status, body } = hasMoved ? await send(at + answer.location, { headers: { cookie } }) : answer
    return status === 200 && body.includes('</html>') ? null : `${address} at ${at}: ${status}`
  })
}

/** Orders and listings by the marketplace's API: stock is set, an order placed and paid, and all are read. */
async function ordersOf(hub: string, key: string): Promise<LoadRequest[]> {
  const ask = async (url: string, method = 'GET', body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return send(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  }
  const of = `/marketplace/v1/sellers/${seller}`
  const { items } = JSON.parse((await ask(`${hub}${of}/listings`)).body) as {
    items: { item: string; price: { currency: string }; variations: unknown[] }[]
  }
  const listing = assertDefined(
    items.find(({ variations }) => variations.length === 0),
    'the seller has a listing without variations',
  )
  let order = ''
  const request =
    (method: string, address: () => string, body?: () => unknown): LoadRequest =>
    async (at) => {
      const answer = await ask(at + address(), method, body?.())
      return answer.status < 300 ? null : `${method} ${address()} at ${at}: ${answer.status} ${answer.body}`
    }
  const placedAt = new Date().toISOString()
  const placed = () => {
    order = randomUUID()
    return orderOf({ id: order, placedAt, item: listing.item, currency: listing.price.currency })
  }
  return [
    request(
      'PUT',
      () => `${of}/listings/${listing.item}/stock`,
      () => ({ onHand: 100_000 }),
    ),
    request('POST', () => `${of}/orders`, placed),
    request(
      'PUT',
      () => `${of}/orders/${order}/payments/p-1`,
      () => ({ method: 'CARD', state: 'PAID', paidAt: placedAt }),
    ),
    ...['orders', 'listings', 'shipments', `listings/${listing.item}`].map((name) =>
      request('GET', () => `${of}/${name}`),
    ),
    request('GET', () => `${of}/orders/${order}`),
    request('GET', () => '/marketplace/v1/events'),
  ]
}

function orderOf({ id, placedAt, item, currency }: Record<'id' | 'placedAt' | 'item' | 'currency', string>) {
  return {
    id,
    placedAt,
    buyer: { username: `buyer-${id.slice(0, 4)}`, name: 'Anna Example' },
    shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
    currency,
    lines: [{ item, quantity: 1, unitPrice: { value: '45.00', currency } }],
  }
}

/** Failures in a hub's log, those of jobs included. */
function failuresIn(hub: HubProcess): string[] {
  return hub
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)|could not start|failure of its own|internal error/.test(line))
}
