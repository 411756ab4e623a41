import { updateRows } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller } from '#features/people/accounts/testing.ts'
import { runErasures } from '#features/operator/erasure/run-erasures.server.ts'
import * as erasePage from '#features/operator/console/erase-buyer-page.tsx'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import { paths } from '#web/paths.ts'
import { addTestListing, orderOf } from '#api/testing-orders.ts'
import { testApi } from '#api/testing.ts'
import { buyerActions } from './buyer-command.ts'

let sellerId: number
let seller: string
let item: string
let owner: string

const db = await testDatabase()
const api = await testApi(db)

beforeAll(async () => {
  const { id, email } = await addTestMember(api.hub)
  owner = email
  sellerId = await addTestSeller(db, { [id]: 'owner' })
  const named = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
  seller = `/sellers/${(await named.executeTakeFirstOrThrow()).username}`
  item = await addTestListing(db, { sellerId, quantity: 1_000 })
})

const push = (id: string, buyer: string) =>
  api.ask('POST', `${seller}/orders`, { body: orderOf(id, item, { buyer }), headers: { 'Idempotency-Key': id } })
const finish = (external: string) =>
  updateRows(db.owner, 'orders', { external_id: external }, { fulfilment_status: 'FULFILLED', delivered: true })
const erase = (buyer: string) => api.ask('POST', `/buyers/${buyer}/erasure`, { body: {} })
const orderRow = (external: string) =>
  db.owner.selectFrom('orders').selectAll().where('external_id', '=', external).executeTakeFirstOrThrow()

describe('an erasure by the API', () => {
  it('waits for open orders, is the same request when it is sent again, and is done by itself', async () => {
    const pushed = await push('E-1', 'ella')
    const first = await erase('ella')
    expect(first).toMatchObject({
      status: 202,
      body: {
        state: 'WAITING',
        sellers: [{ doneAt: null, openOrders: [{ number: pushed.body.number, because: 'NOT_SHIPPED' }] }],
      },
    })
    expect((await erase('ella')).body.id).toBe(first.body.id)
    expect(await runErasures(db, api.hub.now())).toBe(0)
    expect(await orderRow('E-1')).toMatchObject({ buyer_username: 'ella' })

    await finish('E-1')
    expect(await runErasures(db, api.hub.now())).toBe(1)
    expect(await runErasures(db, api.hub.now()), 'once').toBe(0)
    expect((await api.ask('GET', `/erasures/${first.body.id}`)).body).toMatchObject({
      state: 'DONE',
      sellers: [{ openOrders: [] }],
    })
    expect((await erase('ella')).status, 'the buyer is not known any more').toBe(404)
    const answers = await db.owner.selectFrom('api_answers').selectAll().where('request_key', '=', 'E-1').execute()
    expect(answers).toEqual([])
  })

  it('keeps what the books need, shows that the buyer was removed, and brings nothing back when the order is sent again', async () => {
    await push('E-2', 'emil')
    await push('E-3', 'frida')
    await finish('E-2')
    const before = await orderRow('E-2')
    expect((await erase('emil')).body.state).toBe('DONE')
    expect(await orderRow('E-2')).toMatchObject({
      order_number: before.order_number,
      total_minor: before.total_minor,
      ship_to_country: before.ship_to_country,
    })
    const browser = await signedInBrowser(api.hub, owner)
    const page = JSON.stringify((await browser.get(detailsPage, paths.orderDetails(before.order_number))).data)
    expect(page).toContain('Buyer removed')
    expect(page).toContain('Buyer’s data erased')
    await db.owner.updateTable('members').set({ preferences: '{"locale":"de"}' }).where('email', '=', owner).execute()
    const german = JSON.stringify((await browser.get(detailsPage, paths.orderDetails(before.order_number))).data)
    expect(german).toContain('Käufer entfernt')
    for (const text of [page, german]) expect(text).not.toMatch(/emil/i)

    const nobody = { id: null, username: null, name: null, email: null }
    expect((await push('E-2', 'emil')).body.buyer, 'in the API').toEqual(nobody)
    expect((await orderRow('E-2')).buyer_username).toMatch(/^removed~/)
    expect((await orderRow('E-3')).buyer_username, 'another buyer').toBe('frida')
  })

  it('is the marketplace’s: a seller’s key may not ask for it', async () => {
    await push('E-4', 'gus')
    const key = await api.makeKey({ sellerId })
    expect((await api.ask('POST', '/buyers/gus/erasure', { body: {}, key })).status).toBe(403)
  })
})

it('an erasure by the operator names what it hits, erases only that, and says how it stands', async () => {
  await push('E-5', 'hanna')
  await finish('E-5')
  const { email } = await addTestMember(api.hub, { operator: true, name: 'Olu' })
  const browser = await signedInBrowser(api.hub, email)
  const { data } = await browser.get(erasePage, '/operator/erase-buyer?buyer=hanna')
  expect(data).toMatchObject({
    orders: 1,
    found: [{ cells: ['hanna', '1', '1', '0', '0', 'nothing, erased at once'] }],
  })
  const fields = { buyer: 'hanna', begun: data.begun as string }
  expect((await browser.post(erasePage, '/operator/erase-buyer', { ...fields, begun: 'other' })).status).toBe(404)
  expect((await orderRow('E-5')).buyer_username).toBe('hanna')
  expect((await browser.post(erasePage, '/operator/erase-buyer', fields)).status).toBe(303)
  expect((await orderRow('E-5')).buyer_username).toMatch(/^removed~/)
  const after = await browser.get(erasePage, '/operator/erase-buyer?buyer=hanna&done=done')
  expect(after.data.found).toEqual([])
  expect(after.data.erasures[0].cells).toEqual(['Olu', expect.any(String), expect.stringMatching(/^Erased /)])
  expect((await (await signedInBrowser(api.hub, owner)).get(erasePage, '/operator/erase-buyer')).status).toBe(403)
})

it('hub buyer erase says what there is, erases nothing without --confirm, and then all of it', async () => {
  await push('E-6', 'ida')
  await finish('E-6')
  const run = async (...args: string[]) => {
    const said: string[] = []
    await buyerActions.erase(args)({ db, say: (line) => said.push(line), now: api.hub.now })
    return said
  }
  await expect(run('nobody')).rejects.toThrow(/No buyer/)
  expect((await run('ida')).at(-1)).toMatch(/Nothing erased yet/)
  await expect(run('ida', '--confirm', 'other')).rejects.toThrow(/Nothing was erased/)
  expect((await orderRow('E-6')).buyer_username).toBe('ida')
  expect((await run('ida', '--confirm', 'ida')).at(-1)).toMatch(/: erased\.$/)
  expect((await orderRow('E-6')).buyer_username).toMatch(/^removed~/)
})
