import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import type { HubProcess } from '../hub-process.ts'
import type { Setting } from '../setting.ts'
import { tokenOf } from '../visitor.ts'

/** A word in the titles of all listings that the suite adds, and in no others. */
export const titleWord = 'Benchfile'

export interface AddedListing {
  itemNumber: string
  sku: string
}

/** Adds active listings to the measured seller; returns them in the order of their SKUs. */
export async function addListings(db: Database, sellerId: number, count: number): Promise<AddedListing[]> {
  const { rows } = await sql<AddedListing>`
    with added as (
      insert into listings (seller_id, title, sku, category, condition, state, price_minor, currency, quantity_available, starts_at)
      select ${sellerId}, ${titleWord} || ' lens ' || n, 'BF-' || lpad(n::text, 6, '0'), 'Lenses', 'GOOD', 'ACTIVE', 1000 + n % 5000,
        (select currency from sellers where id = ${sellerId}), 1 + n % 20, now()
      from generate_series(1, ${count}::integer) n
      returning item_number, sku
    )
    select item_number as "itemNumber", sku from added order by sku`.execute(db.owner)
  // As the database does by itself within a minute.
  await sql`analyze listings, stock_items`.execute(db.owner)
  return rows
}

/** Deletes the added listings, and the drafts that files created. */
export async function removeListings(db: Database, sellerId: number): Promise<void> {
  await sql`delete from listings where seller_id = ${sellerId} and (sku like 'BF-%' or title like ${`${titleWord}%`})`.execute(
    db.owner,
  )
}

export interface Poster {
  /** Submits a form, with a file if one is given, and returns the address that it leads to. */
  post: (path: string, fields: readonly (readonly [name: string, value: string])[], file?: File) => Promise<URL>
  get: Awaited<ReturnType<Setting['visit']>>['get']
  close: () => void
}

/** Signs a member in, by default the owner. */
export async function openPoster({ hub, visit }: Pick<Setting, 'hub' | 'visit'>, email?: string): Promise<Poster> {
  const visitor = await visit(email === undefined ? {} : { email })
  const srt = await tokenOf(visitor)
  return {
    get: visitor.get,
    close: visitor.close,
    post: async (path, fields, file) => {
      const response = await fetch(hub.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: visitor.cookie },
        body: bodyOf([['srt', srt], ...fields], file),
      })
      const location = response.headers.get('location')
      if (response.status !== 303 || location === null)
        throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
      return new URL(location, hub.url)
    },
  }
}

function bodyOf(fields: readonly (readonly [name: string, value: string])[], file?: File): FormData | URLSearchParams {
  if (!file) return new URLSearchParams(fields.map(([name, value]) => [name, value]))
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  form.append('file', file)
  return form
}

/** Work with its seconds, and the hub's highest resident memory meanwhile. */
interface Watched<T> {
  result: T
  seconds: number
  mostBytes: number
}

/** Milliseconds between looks at the memory. */
const lookEvery = 200

export async function watched<T>(hub: HubProcess, work: () => Promise<T>): Promise<Watched<T>> {
  let mostBytes = (await hub.memory()) ?? 0
  const timer = setInterval(() => {
    void hub.memory().then((bytes) => (mostBytes = Math.max(mostBytes, bytes ?? 0)))
  }, lookEvery)
  const began = performance.now()
  try {
    const result = await work()
    return { result, seconds: (performance.now() - began) / 1_000, mostBytes }
  } finally {
    clearInterval(timer)
  }
}

/** Waits until a query returns true, looking often enough to be no part of the figures. */
export async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50))
}

export const count = (value: number) => Math.round(value).toLocaleString('en')
export const megabytes = (bytes: number) => String(Math.round(bytes / 1024 ** 2))
