import { expect, it, onTestFinished } from 'vitest'
import { testApi } from '#api/testing.ts'
import { testDatabase } from '#db/testing.ts'
import * as connectionsPage from '#features/operator/connections/connections-page.tsx'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember } from '#features/people/accounts/testing.ts'
import { hour } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { startConnector } from './connector.ts'
import { createHubClient } from './hub-client.ts'
import { orderOfShop } from './testing.ts'
import { addSeller, serveApi } from './testing-api.ts'
import { roundOfTests } from './testing-round.ts'

it('the operator of a hub sees what it refused of a shop, and has it sent again', async () => {
  const db = await testDatabase()
  const api = await testApi(db)
  await addSeller(api)
  const operator = await signedInBrowser(api.hub, (await addTestMember(api.hub, { operator: true })).email)
  const { connected, shop } = roundOfTests()
  shop.orders.push(orderOfShop())
  const suspend = (at: Date | null) =>
    db.owner.updateTable('sellers').set({ suspended_at: at }).where('external_id', '=', 's-42').execute()
  await suspend(new Date())
  const hub = createHubClient({ url: await serveApi(api), key: api.key })
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const connector = startConnector({ ...connected, hub, name: 'corner', every: hour, watch: null, say })
  onTestFinished(() => connector.stop())

  const seen = async () => (await operator.get(connectionsPage, paths.operatorConnections())).data.connections[0]
  await expect.poll(seen).toMatchObject({
    name: 'corner',
    shop: 'The shop',
    refused: [{ name: 'Order A-1', seller: 's-42', where: 'To the hub', isAsked: false }],
  })

  // The seller is back. Neither side has changed the order, so that only the operator brings it here.
  await suspend(null)
  const { refused } = await seen()
  const { direction, kind, id: order } = refused[0]
  await operator.post(connectionsPage, paths.operatorConnections(), {
    step: 'one',
    connection: 'corner',
    direction,
    kind,
    seller: 's-42',
    id: order,
  })
  connector.wake('shop')
  await expect.poll(async () => (await api.ask('GET', '/sellers/s-42/orders/A-1')).status).toBe(200)
  await expect.poll(async () => (await seen()).refused).toEqual([])
  expect((await api.ask('GET', '/connections/corner')).body).toMatchObject({ sendAgain: null, counts: { orders: 1 } })
  expect(said).toEqual(['1 kept back: see `status`'])
})
