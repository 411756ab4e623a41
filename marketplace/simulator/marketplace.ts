import type { z } from 'zod'
import { eventAnswer, listingAnswer, pageAnswer, sellerAnswer, type EventAnswer } from './answers.ts'
import { StoryError, type HubClient } from './hub-client.ts'
import { offersOf, type Offer } from './basket.ts'

export interface Marketplace {
  sellers: ReadonlyMap<string, string>
  offers(): readonly Offer[]
  /** Reads new events page by page and updates the offers. */
  hear(take: (events: readonly EventAnswer[]) => void): Promise<void>
}

const pageLimit = 200

/**
 * Reads sellers and offers, and updates them from the hub's events.
 * @param only ids of the participating sellers; null for all
 * @throws StoryError if one is unknown
 */
export async function openMarketplace(client: HubClient, only: readonly string[] | null): Promise<Marketplace> {
  const sellers = new Map<string, string>()
  const byListing = new Map<string, readonly Offer[]>()
  let all: readonly Offer[] | null = null
  const put = (seller: string, listing: z.output<typeof listingAnswer>) => {
    byListing.set(`${seller} ${listing.item}`, offersOf(seller, listing))
    all = null
  }
  await readAll(client, '/sellers', sellerAnswer, ({ id, country }) => {
    if (only === null || only.includes(id)) sellers.set(id, country)
  })
  const unknown = only?.find((id) => !sellers.has(id))
  if (unknown !== undefined) throw new StoryError(`The key finds no seller “${unknown}”.`)
  for (const seller of sellers.keys())
    await readAll(client, `/sellers/${encodeURIComponent(seller)}/listings`, listingAnswer, (each) => put(seller, each))
  let place: string | undefined
  return {
    sellers,
    offers: () => (all ??= [...byListing.values()].flat()),
    async hear(take) {
      for (;;) {
        const { items, next, more } = await readPage(client, '/events', eventAnswer, place)
        place = next ?? place
        for (const { data } of items) {
          // New sellers participate too.
          if (data.listing && only === null && !sellers.has(data.seller))
            sellers.set(data.seller, await countryOf(client, data.seller))
          if (data.listing && sellers.has(data.seller)) put(data.seller, data.listing)
        }
        take(items.filter(({ data }) => sellers.has(data.seller)))
        if (!more) return
      }
    },
  }
}

async function countryOf(client: HubClient, seller: string): Promise<string> {
  const answer = await client.ask({ method: 'GET', path: `/sellers/${encodeURIComponent(seller)}` })
  return answer.ok ? sellerAnswer.parse(answer.body).country : ''
}

async function readAll<T extends z.ZodType>(
  client: HubClient,
  path: string,
  schema: T,
  take: (item: z.output<T>) => void,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const { items, next, more } = await readPage(client, path, schema, after)
    items.forEach(take)
    // Event lists always have a next page; others only if there is more.
    if (next === null || more === false) return
    after = next
  }
}

async function readPage<T extends z.ZodType>(client: HubClient, path: string, schema: T, after: string | undefined) {
  const query = new URLSearchParams({ limit: String(pageLimit), ...(after === undefined ? {} : { after }) })
  const answer = await client.ask({ method: 'GET', path: `${path}?${query}` })
  if (!answer.ok)
    throw new StoryError(`The hub does not tell ${path}: ${answer.problem.detail ?? answer.problem.title}.`)
  return pageAnswer(schema).parse(answer.body)
}
