import { addRows, updateRows } from '#db/testing-row.ts'
import { beforeAll, expect, it } from 'vitest'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { newMessageKey, receiveBuyerMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { data as everyDatum, mayRead, type Datum } from './testing-data-access.ts'
import { roles, type Role } from '#web/roles.ts'
import { readLoaderData, sellersRoutes } from './testing-routes.ts'

/** Texts that occur in one datum only. */
const planted: Record<Datum, string> = {
  name: 'Zqname Example',
  street: '7 Zqstreet',
  phone: '020 7946 0991',
  email: 'zqmail@example.com',
  buyerNote: 'Zqbuyernote',
  giftMessage: 'Zqgift',
  city: 'Zqcity',
  messages: 'Zqmessage',
  caseWords: 'Zqcase',
  photos: `p${'ab12'.repeat(8)}`,
  privateNote: 'Zqprivate',
}

const { db, hub, now } = await testHubAt('2026-11-18T19:26:00Z')
const by = new Map<Role, TestBrowser>()
let addresses: Record<string, string[]>

beforeAll(async () => {
  const members = await Promise.all(roles.map((role) => addTestMember(hub, { name: role })))
  const sellerId = await addTestSeller(
    db,
    Object.fromEntries(members.map(({ id }, index) => [id, assertDefined(roles[index], 'one a role')])),
  )
  for (const [index, role] of roles.entries())
    by.set(role, await signedInBrowser(hub, assertDefined(members[index], 'one a role').email))
  const { number } = await addSold(db, sellerId)
  const of = db.owner.selectFrom('orders').selectAll().where('order_number', '=', number)
  const order = await of.executeTakeFirstOrThrow()
  await db.owner.updateTable('buyers').set({ name: planted.name }).where('id', '=', order.buyer_id).execute()
  await updateRows(
    db.owner,
    'addresses',
    { id: order.ship_to_address_id! },
    { name: planted.name, line1: planted.street, phone: planted.phone, city: planted.city },
  )
  await updateRows(
    db.owner,
    'orders',
    { id: order.id },
    {
      buyer_name: planted.name,
      buyer_email: planted.email,
      buyer_note: planted.buyerNote,
      gift_message: planted.giftMessage,
      gift_hides_prices: false,
    },
  )
  await addRows(db.owner, 'order_notes', {
    seller_id: sellerId,
    order_id: order.id,
    note: planted.privateNote,
    written_by: 'Ada',
    written_at: now,
  })
  const picture = { seller_id: sellerId, hash: planted.photos, width: 640, height: 640, bytes: 2, used_at: now }
  await db.owner.insertInto('pictures').values(picture).execute()
  const caseNumber = newCaseNumber('RETURN')
  await db.asSeller(sellerId, 'write', async (own) => {
    const asked = { sellerId, order: number, line: 1, units: 1, words: planted.caseWords, now, policyPack } as const
    const photos = [{ hash: planted.photos, alt: '' }]
    const opened = {
      ...asked,
      photos,
      number: caseNumber,
      key: 'open',
      kind: 'RETURN',
      reason: 'DEFECTIVE_ITEM',
    } as const
    expect(await openCase(own, opened)).toMatchObject({ ok: true })
    const orderNumber = assertDefined(parseOrderNumber(number), 'it is one')
    const message = { sellerId, number: orderNumber, key: newMessageKey(), subject: null, pictures: [], sentAt: now }
    await receiveBuyerMessage(own, { ...message, text: planted.messages })
  })
  const searches = Object.values(planted).map((word) => `q=${encodeURIComponent(word)}`)
  const ofOrder = [`orderid=${number}`]
  const ofKeys = ['slip', 'label', 'invoice', 'pick-list'].map((document) => `keys=${number}&document=${document}`)
  addresses = {
    '/sh/find': [`q=${number}`, ...searches],
    '/sh/ord': ['', ...searches, 'cols=order,buyer,note,gift,country,status'],
    '/sh/ord/case': [`case=${caseNumber}`],
    '/sh/ord/picture': [`picture=${planted.photos}&size=small`],
    '/sh/ord/print': ofKeys,
    '/sh/ord/ship-many': [`keys=${number}`],
    '/sh/ord/hand-over': [`keys=${number}`],
    '/sh/ord/tag': [`keys=${number}`],
    ...Object.fromEntries(
      ['details', 'ship', 'ship-together', 'note', 'feedback', 'cancel', 'refund', 'conversation'].map((name) => [
        `/sh/ord/${name}`,
        ofOrder,
      ]),
    ),
  }
})

/** The data that a role can read, each with a URL that shows it. */
async function readBy(role: Role): Promise<Map<Datum, string>> {
  const browser = assertDefined(by.get(role), 'each role has a member')
  const read = new Map<Datum, string>()
  for (const { path, page } of await sellersRoutes())
    for (const query of addresses[path] ?? ['']) {
      let text = ''
      const loader = async (args: never) => {
        const answer = await assertDefined(page.loader, 'it was chosen for its loader')(args)
        text = JSON.stringify(await readLoaderData(answer)) ?? ''
        return null
      }
      const address = query === '' ? path : `${path}?${query}`
      await browser.get({ loader }, address)
      // Search results repeat the search text.
      for (const datum of everyDatum)
        if (text.replaceAll(decodeURIComponent(query.replace('q=', '')), '').includes(planted[datum]))
          read.set(datum, address)
    }
  return read
}

it.each(roles)('the buyer data that a role sees, on all pages, exports and prints: %s', async (role) => {
  const read = await readBy(role)
  const forbidden = [...read].filter(([datum]) => !mayRead(role, datum))
  expect(Object.fromEntries(forbidden), 'read without the right, and where').toEqual({})
  expect(
    everyDatum.filter((datum) => mayRead(role, datum) && !read.has(datum)),
    'allowed, and found nowhere',
  ).toEqual([])
})
