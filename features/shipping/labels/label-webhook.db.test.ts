import { updateRows } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { portOf } from '#lib/listening.ts'
import { providerFor } from './label-accounts-db.server.ts'
import { answerLabelWebhook, registerWebhook, removeWebhook } from './label-webhook.server.ts'
import { startTestCarrier, toLeeds } from './testing.ts'

const now = () => new Date()
const db = await testDatabase()
const carrier = await startTestCarrier(db, now)
afterAll(() => carrier.stop())

it('the provider sends events once the account is saved, and none once it is removed', async () => {
  const statuses: number[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const url = `http://hub.example${request.url}`
      const sealed = request.url!.split('/').at(-1)!
      const answer = await answerLabelWebhook(carrier.hub, sealed, new Request(url, { method: 'POST', headers, body }))
      statuses.push(answer.status)
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const hub = {
    ...carrier.hub,
    config: { ...carrier.hub.config, publicUrl: `http://127.0.0.1:${portOf(server)}` },
  }
  const account = await carrier.account(await addSeller(db, 'webhooks'))
  const sealed = await registerWebhook(account, hub)
  await updateRows(db.owner, 'label_accounts', { id: account.id }, { sealed_webhook_secret: sealed })
  const provider = providerFor(account, hub)
  const rate = (await provider.rates(toLeeds)).find(({ code }) => code === 'tracked_48')
  const { id } = await provider.buy(rate!.id, toLeeds, 'PDF_A6')
  await account.move(id, 'ACCEPTED', now())
  await carrier.webhooksSent()
  expect(statuses).toEqual([200])
  await removeWebhook(account, hub)
  await account.move(id, 'DELIVERED', now())
  await carrier.webhooksSent()
  expect(statuses).toEqual([200])
})

it('an account whose provider is away is saved without a webhook', async () => {
  const account = await carrier.account(await addSeller(db, 'away'))
  await account.fault('AWAY', { path: '/v1/webhook' })
  expect(await registerWebhook(account, carrier.hub)).toBeNull()
})
