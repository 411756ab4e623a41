import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { addPicture } from '#features/core/listing-pictures/add-picture.server.ts'
import { mayTryAgain } from '#features/core/listing-pictures/picture-refusal.ts'
import { failureOf, openRequest } from '#features/machinery/outbound/request.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { reachOf, type Reach } from '#features/machinery/outbound/reach.ts'
import { serverPaths } from '#web/paths.ts'
import { checkPictureCount } from './item-body.ts'
import { SellError } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'
import { assertDefined } from '#lib/assert-defined.ts'

type Taking = Pick<SellCall, 'hub' | 'write' | 'requireStill' | 'signal'> & { seller: { id: number } }

/** Concurrent downloads per item, timeout of each in milliseconds, and maximum redirects. */
const [atOnce, within, mostHops] = [3, 15_000, 3]

/**
 * Downloads the pictures of an inventory item; returns their hashes in order. The hub's own pictures and earlier
 * downloads are reused.
 */
export async function takePictures(call: Taking, addresses: readonly string[]): Promise<string[]> {
  const urls = [...new Set(addresses)]
  checkPictureCount(urls)
  const known = await knownPictures(call, urls)
  const reach = reachOf(call.hub.config.webhookNetworks)
  const wanted = urls.filter((url) => !known.has(url)).map((url) => readAddress(url))
  for (let at = 0; at < wanted.length; at += atOnce)
    await Promise.all(
      wanted.slice(at, at + atOnce).map(async (url) => known.set(url.text, await takePicture(call, url, reach))),
    )
  return urls.map((url) => assertDefined(known.get(url), 'each address that was not known was fetched'))
}

type Address = ReturnType<typeof readAddress>

function readAddress(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw wrongAddress(text)
  return { text, url }
}

const wrongAddress = (text: string, why = 'is no address of a picture') =>
  new SellError(25015, { detail: `${text} ${why}.`, parameters: { fieldName: 'imageUrls' } })

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex')

/** Pictures the seller already has: the hub's own and earlier downloads. */
async function knownPictures({ hub, seller, write }: Taking, urls: readonly string[]): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const own = new Map(
    urls.flatMap((url) => {
      const hash = /\/pictures\/([0-9a-f]{32})-(?:large|small)\.webp$/.exec(url)?.[1]
      return hash && url.startsWith(hub.config.publicUrl + serverPaths.picture(hash, 'large').replace(/[^/]*$/, ''))
        ? [[url, hash] as const]
        : []
    }),
  )
  return write(async (db) => {
    const fetched = await selectOfSeller(db, 'fetched_pictures', seller.id)
      .select(['address_hash', 'hash'])
      .where('address_hash', 'in', urls.map(hashOf))
      .execute()
    const hashes = new Map(fetched.map((row) => [row.address_hash, row.hash]))
    const named = new Map(
      urls.flatMap((url) => {
        const hash = own.get(url) ?? hashes.get(hashOf(url))
        return hash ? [[url, hash] as const] : []
      }),
    )
    // Mark them as used, so that none is removed before the item is stored.
    const there = await updateOfSeller(db, 'pictures', seller.id)
      .set({ used_at: hub.now() })
      .where('hash', 'in', ['', ...named.values()])
      .returning('hash')
      .execute()
    const has = new Set(there.map(({ hash }) => hash))
    const foreign = [...own].find(([, hash]) => !has.has(hash))
    if (foreign) throw wrongAddress(foreign[0])
    return new Map([...named].filter(([, hash]) => has.has(hash)))
  })
}

/** Downloads and stores a picture, and remembers its source. */
async function takePicture(call: Taking, { text, url }: Address, reach: Reach): Promise<string> {
  const { hub, seller, write } = call
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(within)])
  const response = await open(url, { reach, signal }).catch((error: Error) => {
    // A host that is slow now may answer later.
    if (failureOf(error) === 'TIMED_OUT') throw later(`The picture ${text} did not arrive in time.`)
    throw wrongAddress(text, `cannot be fetched: ${reasonOf(error)}`)
  })
  try {
    const body = Readable.toWeb(response) as ReadableStream<Uint8Array>
    const { requireStill, signal: wanted } = call
    const upload = { hub, sellerId: seller.id, body, requireStill, signal: wanted }
    const added = await addPicture(upload).catch((error: unknown) => {
      if (signal.aborted) throw later(`The picture ${text} did not arrive in time.`)
      if (response.errored) throw wrongAddress(text, 'breaks off')
      throw error
    })
    if (!added.ok) throw refusalOf(text, added.refusal)
    const { hash } = added.picture
    const row = { seller_id: seller.id, address_hash: hashOf(text), hash }
    await write((db) =>
      db
        .insertInto('fetched_pictures')
        .values(row)
        .onConflict((conflict) => conflict.columns(['seller_id', 'address_hash']).doUpdateSet({ hash }))
        .execute(),
    )
    return hash
  } finally {
    response.destroy()
  }
}

/** Why a picture was not downloaded; text for the tool. */
class Unfetched extends Error {}

function reasonOf(error: Error): string {
  if (error instanceof Unfetched) return error.message
  return textsFor('en', 'UTC')
    .t(`webhooks.failure.${failureOf(error)}`)
    .replace(/\.$/, '')
}

function refusalOf(text: string, refusal: Parameters<typeof mayTryAgain>[0]): SellError {
  const detail = `The picture ${text} is refused: ${refusal.reason}.`
  return mayTryAgain(refusal) ? later(detail) : new SellError(25014, { detail })
}

const later = (detail: string) => new SellError(503, { detail }, { 'Retry-After': '10' })

interface Opening {
  reach: Reach
  signal: AbortSignal
}

/** Requests a file and follows redirects. */
async function open(url: URL, { reach, signal }: Opening): Promise<IncomingMessage> {
  let at = url
  for (let hop = 0; hop <= mostHops; hop += 1) {
    const response = await openRequest(at, { headers: { accept: 'image/*' }, reach, signal })
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (statusCode < 300 || statusCode > 399 || !headers.location) throw new Unfetched(`HTTP ${statusCode}`)
    const next = URL.parse(headers.location, at)
    if (!next || !/^https?:$/.test(next.protocol)) throw new Unfetched('it leads elsewhere')
    at = next
  }
  throw new Unfetched('it leads on and on')
}
