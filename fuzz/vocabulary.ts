import { setTimeout as delay } from 'node:timers/promises'
import type { HubProcess } from '#bench/hub-process.ts'
import routes from '#app/routes.ts'
import { paths, serverPaths } from '#web/paths.ts'
import { formsOf, kindOf, type SeenForm } from './forms.ts'

/** A signed-in session. */
export interface Session {
  name: string
  cookie: string
  srt: string
}

/** The hub's vocabulary: paths, field and parameter names, and values. */
export interface Vocabulary {
  paths: readonly string[]
  names: readonly string[]
  values: readonly string[]
  /** Forms of its pages, one of each kind. */
  forms: readonly (SeenForm & { /** Whose page it was first on, by their place. */ session: number })[]
}

interface RouteNode {
  path?: string
  children?: RouteNode[]
}

function routePaths(nodes: readonly RouteNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.path ? [node.path === '*' ? '/no/such/page' : `/${node.path}`] : []),
    ...routePaths(node.children ?? []),
  ])
}

/** The sign-in links that a hub printed, by role; in the lines of a log, too. */
export const signInLinks = (output: string): { name: string; link: string }[] =>
  [...output.matchAll(/\((\w+)\)\s+(http[^\s"]+)/g)].map(([, name = '', link = '']) => ({ name, link }))

/** Signs in with all demo links and reads the tokens. */
export async function signInAll(hub: HubProcess): Promise<Session[]> {
  // Printed after it starts serving.
  while (!hub.output().includes('(operator)') && hub.alive()) await delay(50)
  return Promise.all(
    signInLinks(hub.output()).map(async ({ name, link }) => {
      const answer = await fetch(link, { redirect: 'manual' })
      const cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const page = await (await fetch(hub.url + paths.preferences, { headers: { cookie } })).text()
      const srt = /name="srt" value="([^"]+)"/.exec(page)?.[1]
      if (!srt) throw new Error(`${name} could not be signed in`)
      return { name, cookie, srt }
    }),
  )
}

/**
 * Gives the first member's shop what the demo lacks, so that the forms about it are on its pages: two locations, a move
 * and a count of stock, files, and a bulk edit.
 */
export async function prepareShop(hub: HubProcess, [owner]: readonly Session[]): Promise<void> {
  if (!owner) throw new Error('nobody could sign in')
  const headers = { cookie: owner.cookie, origin: hub.url }
  const send = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ srt: owner.srt, ...fields })
    const { status } = await fetch(hub.url + path, { method: 'POST', headers, body, redirect: 'manual' })
    if (status !== 303) throw new Error(`${path} was answered with ${status}`)
  }
  const find = async (path: string, pattern: RegExp) =>
    pattern.exec(await (await fetch(hub.url + path, { headers })).text())?.[1] ?? ''
  const sku = await find(`${paths.inventory}?sort=-available`, /href="\/sh\/inv\/item\?[^"]*"[^>]*>([^<]+)</)
  await send(paths.stockLocations(), { step: 'add', first: 'Warehouse', name: 'Shop' })
  const key = '0'.repeat(16)
  await send(paths.stockMoves(), { step: 'move', key, fromLocation: '1', toLocation: '2', codes: sku })
  await send(paths.stockCount(), { step: 'add', key, location: '1', codes: `${sku},3\nunknown` })
  const item = await find(paths.listings.active, /[?;]item=(\d{12})/)
  const order = await find(paths.orders, /orderid=([\d-]+)/)
  await send(paths.uploads, {
    step: 'read',
    kind: 'listings',
    pasted: `Item number,Price,Title\n${item},5.50,\n${item}0,x,`,
  })
  await send(paths.uploads, {
    step: 'read',
    kind: 'tracking',
    pasted: `Order number,Tracking number\n${order},AB123456785GB\nx,y`,
  })
  await send(paths.uploads, {
    step: 'read',
    kind: 'report',
    pasted: `Type,Order number,Net amount\nOrder,${order},10.00\nx,y,z`,
  })
  await send(paths.bulkEdit(), { step: 'open', keys: item })
}

/** Of links to one page, the last is one to what it is about. */
const shortestFirst = (links: readonly string[]) => links.toSorted((a, b) => a.length - b.length)

/** Reads every page with every session and collects forms and links. */
export async function learn(hub: HubProcess, sessions: readonly Session[]): Promise<Vocabulary> {
  const addresses = [
    '/',
    ...routePaths(routes),
    serverPaths.health,
    serverPaths.ready,
    serverPaths.track,
    '/assets/x.js',
    serverPaths.picture('0'.repeat(32), 'small'),
  ]
  const names = new Set<string>()
  const values = new Set<string>()
  const found = new Set<string>()
  const forms = new Map<string, Vocabulary['forms'][number]>()
  const read = async (address: string, session: number) => {
    const cookie = sessions[session]?.cookie ?? ''
    const answer = await fetch(hub.url + address, { headers: { cookie } })
    // Event streams never end and have no forms.
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer.body?.cancel()
    const html = (await answer.text()).replaceAll('&amp;', '&')
    const { pathname, search } = new URL(answer.url)
    for (const form of formsOf(html, pathname + search))
      forms.set(kindOf(form), forms.get(kindOf(form)) ?? { ...form, session })
    for (const [, name] of html.matchAll(/ name="([^"]{1,60})"/g)) names.add(name!)
    for (const [, value] of html.matchAll(/ value="([^"]{1,60})"/g)) values.add(value!)
    for (const [, link] of html.matchAll(/ (?:href|action)="(\/[^"]{0,300})"/g)) {
      const url = new URL(link!, hub.url)
      if (addresses.includes(url.pathname)) found.add(url.pathname + url.search)
      for (const [name, value] of url.searchParams) {
        names.add(name)
        values.add(value.slice(0, 60))
      }
    }
  }
  for (const session of [...sessions.keys(), sessions.length])
    for (const address of addresses) await read(address, session)
  // One page per route, such as a listing form or an order, including pages linked from there.
  const seen = new Set<string>()
  for (let round = 0; round < 2; round += 1)
    for (const [path, link] of new Map(shortestFirst([...found]).map((each) => [each.split('?')[0]!, each])))
      if (!seen.has(path)) {
        seen.add(path)
        await read(link, 0)
      }
  // Excluded: tokens are set separately, and one in another field would end the run's session.
  for (const { srt } of sessions) values.delete(srt)
  const inOrder = [...forms].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, form]) => form)
  return { paths: addresses, names: [...names].toSorted(), values: [...values].toSorted(), forms: inOrder }
}
