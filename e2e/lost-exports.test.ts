import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addMember, setRole } from '#features/people/accounts/members.server.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { endSessions } from '#features/people/accounts/sessions-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { expirePermissionChecks } from '#web/testing-recheck-permission.ts'
import { httpMember } from './http-member.ts'
import { testHub } from './testing.ts'

/** Bytes of each order's note, so that the file is far larger than the buffers between hub and reader. */
const noteBytes = 6_000
/** Orders added to the demo's; the hub reads 2,000 at a time. */
const orders = 6_000

const test = await testHub()
const sellerId = assertDefined(await findSellerId(test.db.owner, 'harbour-camera'), 'the demo has the seller')
await sql`
  insert into orders (seller_id, order_number, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at,
    payment_status, currency, subtotal_minor, line_count, unit_count, buyer_note)
  select seller_id, '76-00000-' || lpad(n::text, 5, '0'), buyer_id, buyer_username, ship_to_address_id, ship_to_country,
    placed_at, payment_status, currency, subtotal_minor, 1, 1, repeat('x', ${noteBytes}::int)
  from (select * from orders where seller_id = ${sellerId} order by id limit 1) o, generate_series(1, ${orders}::int) n`.execute(
  test.db.owner,
)

interface Reader {
  id: string
  email: string
  cookie: string
}

let readers = 0

async function reader(role: Role): Promise<Reader> {
  const email = `reader${++readers}@demo.example`
  const added = await addMember(test.hub, { email, name: 'Reader', seller: { id: sellerId, role } })
  if (!added.ok) throw new Error(added.reason)
  const { cookie } = await httpMember(test, email)
  return { id: added.memberId, email, cookie }
}

/** Starts downloading the file of all orders, pauses reading while `meanwhile` runs, and reads the rest. */
async function takeHalved(who: Reader, meanwhile: (who: Reader) => Promise<unknown>) {
  const begun = Promise.withResolvers<IncomingMessage>()
  get(test.url + listPaths(paths.orders).export, { headers: { cookie: who.cookie } }, begun.resolve).on(
    'error',
    begun.reject,
  )
  const answer = await begun.promise
  const beginning = assertDefined(
    (await answer.iterator({ destroyOnReturn: false }).next()).value as Buffer | null,
    'it has',
  )
  await meanwhile(who)
  expirePermissionChecks()
  let bytes = beginning.length
  const isWhole = await answer
    .forEach((part: Buffer) => void (bytes += part.length))
    .then(
      () => true,
      () => false,
    )
  return { status: answer.statusCode, isWhole, isMost: bytes > noteBytes * orders }
}

const setTo = (role: Role) => (who: Reader) => setRole(test.db.owner, { memberId: who.id, sellerId, role })
const signOut = (who: Reader) => endSessions(test.db.owner, { memberId: who.id })

it.each([
  ['the role that sees addresses', setTo('viewer')],
  ['the role that sees money', setTo('shipper')],
  ['the session', signOut],
] as const)('a file breaks off where its reader loses %s, and is no failure of the hub', async (_, lose) => {
  const before = test.log.length
  expect(await takeHalved(await reader('manager'), lose)).toEqual({ status: 200, isWhole: false, isMost: false })
  const failures = () => test.log.slice(before).filter(({ level }) => Number(level) >= 50)
  expect(failures()).toEqual([])
})

it('a file is whole where its reader loses a role for one that sees as much', async () => {
  const taken = await takeHalved(await reader('owner'), setTo('manager'))
  expect(taken).toEqual({ status: 200, isWhole: true, isMost: true })
})
