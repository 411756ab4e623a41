import { rowOf, rowsOf } from '#db/testing-row.ts'
import { request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { tokenPath } from '#api/sell/sell-api.ts'
import { addTestListing, orderOf } from '#api/testing-orders.ts'
import { addMember, removeRole, setOperator, setRole } from '#features/people/accounts/members.server.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { endSessions } from '#features/people/accounts/sessions-db.server.ts'
import { apiScopes, newKeyId, sellerScopes } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey, revokeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { expirePermissionChecks } from '#web/testing-recheck-permission.ts'
import { httpMember } from './http-member.ts'
import { testHub } from './testing.ts'

/** Milliseconds for which a body pauses; identifying the sender takes far less. */
const still = 400

const test = await testHub()
const sellerId = assertDefined(await findSellerId(test.db.owner, 'harbour-camera'), 'the demo has the seller')

interface Sent {
  headers: Record<string, string>
  body: string | Buffer
}

interface Answer {
  status: number
  text: string
}

/** Sends half of a body, runs `meanwhile`, and sends the rest. */
async function sendHalved(path: string, sent: Sent, meanwhile: () => Promise<unknown>): Promise<Answer> {
  const body = Buffer.from(sent.body)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { ...sent.headers, 'content-length': String(body.length) }
  const request = httpRequest(test.url + path, { method: 'POST', headers }, (response) => {
    const { statusCode: status = 0 } = response
    response.toArray().then((parts) => resolve({ status, text: Buffer.concat(parts as Buffer[]).toString() }), reject)
  })
  request.on('error', reject)
  request.write(body.subarray(0, body.length / 2))
  await delay(still)
  await meanwhile()
  expirePermissionChecks()
  request.end(body.subarray(body.length / 2))
  return promise
}

interface Person {
  id: string
  email: string
  cookie: string
  srt: string
  /** Index among all members. */
  n: number
}

let people = 0

async function person(role: Role | 'operator'): Promise<Person> {
  const n = ++people
  const email = `lost${n}@demo.example`
  const isOperator = role === 'operator'
  const seller = isOperator ? null : { id: sellerId, role }
  const added = await addMember(test.hub, { email, name: 'Lost Example', operator: isOperator, seller })
  if (!added.ok) throw new Error(added.reason)
  const { cookie, read } = await httpMember(test, email)
  const srt = /name="srt" value="([^"]+)"/.exec(await read(paths.preferences))?.[1] ?? ''
  return { id: added.memberId, email, cookie, srt, n }
}

const count = async (rows: Promise<unknown[]>) => (await rows).length
const formType = 'application/x-www-form-urlencoded'

/** A request that a member sends. */
interface Thing {
  path: string
  by: Role | 'operator'
  sent: (who: Person) => Sent | Promise<Sent>
  /** Status if it is carried out. */
  status: number
  /** How often it was carried out. */
  done: (who: Person) => Promise<number>
}

const headersOf = ({ cookie }: Person) => ({ cookie, origin: test.url, accept: 'text/html' })
const formOf = (who: Person, fields: Record<string, string>): Sent => ({
  headers: { ...headersOf(who), 'content-type': formType },
  body: String(new URLSearchParams({ srt: who.srt, ...fields })),
})

const form: Thing = {
  path: paths.templates,
  by: 'shipper',
  sent: (who) => formOf(who, { step: 'save', name: `Reply ${who.n}`, body: 'Thank you.' }),
  status: 303,
  done: ({ n }) =>
    count(test.db.owner.selectFrom('message_templates').select('id').where('name', '=', `Reply ${n}`).execute()),
}

const edge = 'edge'
const fileForm: Thing = {
  path: paths.uploadOf('tracking'),
  by: 'shipper',
  sent: (who) => ({
    headers: { ...headersOf(who), 'content-type': `multipart/form-data; boundary=${edge}` },
    body: [
      ...Object.entries({ srt: who.srt, step: 'read' }).map(
        ([name, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
      ),
      `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${who.n}.csv"\r\nContent-Type: text/csv\r\n`,
      `Order number,Tracking number,Carrier\n${'77-00001-00001,AB123456789GB,Royal Mail\n'.repeat(99)}`,
      `--${edge}--\r\n`,
    ].join('\r\n'),
  }),
  status: 303,
  done: ({ n }) =>
    count(test.db.owner.selectFrom('file_runs').select('id').where('file_name', '=', `${n}.csv`).execute()),
}

const upload: Thing = {
  path: paths.pictureUpload,
  by: 'lister',
  sent: async (who) => ({
    headers: { ...headersOf(who), 'x-srt': who.srt },
    body: await sharp({ create: { width: 800 + who.n, height: 700, channels: 3, background: '#357' } })
      .jpeg()
      .toBuffer(),
  }),
  status: 200,
  done: ({ n }) => count(rowsOf(test.db.owner, 'pictures', { width: 800 + n })),
}

const json: Thing = {
  path: paths.optOut,
  by: 'viewer',
  sent: (who) => ({
    headers: { ...headersOf(who), 'content-type': 'application/json' },
    body: JSON.stringify({ srt: who.srt }),
  }),
  status: 204,
  done: ({ id }) => {
    const chosen = test.db.owner.selectFrom('members').select('id').where('previous_tool_since', 'is not', null)
    return count(chosen.where('id', '=', id).execute())
  },
}

const keys: Thing = {
  path: paths.marketplaceKeys,
  by: 'operator',
  sent: (who) =>
    formOf(who, { step: 'make', key: newKeyId(), name: `Key ${who.n}`, scope: 'orders:read', for: 'all', days: '30' }),
  status: 200,
  done: ({ n }) => count(test.db.owner.selectFrom('api_keys').select('id').where('name', '=', `Key ${n}`).execute()),
}

const sellersThings = [form, fileForm, upload]

const setTo = (role: Role) => (who: Person) => setRole(test.db.owner, { memberId: who.id, sellerId, role })
const leave = ({ id }: Person) => removeRole(test.db.owner, { memberId: id, sellerId })
const signOut = ({ id }: Person) => endSessions(test.db.owner, { memberId: id })
const step = ({ id }: Person) => setOperator(test.db.owner, { memberId: id, operator: false })
const nothing = async () => {}

/** Signs in elsewhere and ends that session. */
async function signOutElsewhere(who: Person): Promise<void> {
  const sessions = () => test.db.owner.selectFrom('sessions').select('id').where('member_id', '=', who.id).execute()
  const [own] = await sessions()
  await httpMember(test, who.email)
  await endSessions(test.db.owner, { memberId: who.id, except: assertDefined(own, 'they are signed in').id })
  expect(await sessions()).toEqual([own])
}

/** Outcome of each request if something happens to its sender meanwhile. */
const become = (things: readonly Thing[], meanwhile: (who: Person) => Promise<unknown>) =>
  Promise.all(
    things.map(async (thing) => {
      const who = await person(thing.by)
      const answer = await sendHalved(thing.path, await thing.sent(who), () => meanwhile(who))
      return { thing, who, answer, done: await thing.done(who) }
    }),
  )

/** Title of a page; responses to scripts have none. */
const wordsOf = (text: string) => /<title>([^<]*)/.exec(text)?.[1] ?? text

describe('what is sent by who loses the right while it is on its way', () => {
  it.each([
    ['the role', sellersThings, setTo('viewer'), 403],
    ['the membership', sellersThings, leave, 403],
    ['the session', [...sellersThings, json, keys], signOut, 401],
    ['being an operator', [keys], step, 403],
  ] as const)('is refused as it would be later, and not done: %s', async (_, things, lose, status) => {
    for (const { thing, who, answer, done } of await become(things, lose)) {
      expect([answer.status, done], thing.path).toEqual([status, 0])
      const { headers, body } = await thing.sent(who)
      const later = await fetch(test.url + thing.path, {
        method: 'POST',
        headers,
        body: new Uint8Array(Buffer.from(body)),
      })
      expect([later.status, wordsOf(await later.text())], thing.path).toEqual([status, wordsOf(answer.text)])
    }
  })

  it.each([
    ['nothing', [...sellersThings, json, keys], nothing],
    ['another session', [...sellersThings, json, keys], signOutElsewhere],
    ['a role for one that may as much', sellersThings, setTo('manager')],
    ['a role that is not asked for', [json], leave],
  ] as const)('is done where that right stays, whatever else is lost: %s', async (_, things, lose) => {
    for (const { thing, answer, done } of await become(things, lose))
      expect([answer.status, done], thing.path).toEqual([thing.status, 1])
  })

  it('is refused where the right is lost while its turn is waited for, and so is a page', async () => {
    const who = await person('shipper')
    const all = new AbortController()
    const turns = await Promise.all(Array.from({ length: 4 }, () => test.hub.turns.pages.take(who.id, all.signal)))
    const { headers, body } = await form.sent(who)
    const answers = [
      fetch(test.url + form.path, { method: 'POST', headers, body: String(body), redirect: 'manual' }),
      fetch(test.url + form.path, { headers: { cookie: who.cookie }, redirect: 'manual' }),
    ]
    await delay(still)
    await setTo('viewer')(who)
    expirePermissionChecks()
    for (const turn of turns) turn?.end()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403])
    expect(await form.done(who)).toBe(0)
  })
})

describe('what another program sends by a key that is revoked while it is on its way', () => {
  const keyOf = async (of: number | null) => {
    const key = {
      id: newKeyId(),
      name: 'test',
      scopes: [...(of ? sellerScopes : apiScopes)],
      sellerId: of,
      madeBy: null,
    }
    return assertDefined(await makeApiKey(test.db.owner, { ...key, days: 1, now: new Date() }), 'it is new')
  }
  const revoke = (id: string) => revokeApiKey(test.db.owner, { id, now: new Date() })

  it.each([
    ['that one', 401, 0],
    ['another', 201, 1],
  ] as const)('to the marketplace’s API is taken by the key that there is: %s', async (which, status, orders) => {
    const item = await addTestListing(test.db, { sellerId, quantity: 3 })
    const [key, other] = [await keyOf(null), await keyOf(null)]
    const path = `${apiRoot}/sellers/harbour-camera/orders`
    const sent = {
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderOf(`LOST-${status}`, item)),
    }
    const revoked = which === 'another' ? other : key
    const answer = await sendHalved(path, sent, () => revoke(revoked.id))
    const { rows } = await countOrders(`LOST-${status}`)
    expect([answer.status, rows]).toEqual([status, orders])
  })

  it.each([
    ['that one', 401, 3],
    ['another', 200, 2],
  ] as const)('to the API of sellers’ tools is taken by the key that there is: %s', async (which, status, left) => {
    const sku = `LOST-${status}`
    const item = await addTestListing(test.db, { sellerId, quantity: 3, sku })
    const [key, other] = [await keyOf(sellerId), await keyOf(sellerId)]
    const basic = Buffer.from(`${key.id}:${key.secret}`).toString('base64')
    const granted = await fetch(test.url + tokenPath, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': formType },
      body: 'grant_type=client_credentials',
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    const sent = {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ sku, shipToLocationAvailability: { quantity: 2 } }] }),
    }
    const revoked = which === 'another' ? other : key
    const path = '/sell/inventory/v1/bulk_update_price_quantity'
    const answer = await sendHalved(path, sent, () => revoke(revoked.id))
    const { quantity_available: quantity } = await rowOf(test.db.owner, 'listings', { item_number: item })
    expect([answer.status, quantity]).toEqual([status, left])
  })
})

async function countOrders(id: string): Promise<{ rows: number }> {
  const all = test.db.owner.selectFrom('orders').select('id').where('external_id', '=', id)
  return { rows: await count(all.execute()) }
}
