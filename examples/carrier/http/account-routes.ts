import { z } from 'zod'
import { addressSchema } from '../parcel.ts'
import { balanceOf, linesOf } from '../store/accounts.ts'
import { checkAddress } from '../trade/addresses.ts'
import { bodyOf, type CarrierApp, type Serving } from './serving.ts'

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const webhookSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'whsec_ and 24 to 64 random bytes in base64'),
})

export function addAccountRoutes(app: CarrierApp, { store, publicUrl }: Serving): void {
  app.get('/v1/balance', (c) => {
    const { id, currency } = c.get('account')
    const topUpUrl = `${publicUrl()}/top-up?account=${id}`
    return c.json({ balance: { minor: balanceOf(store, id), currency }, topUpUrl })
  })

  app.get('/v1/charges', (c) => {
    const read = z.object({ from: moment, until: moment }).safeParse(c.req.query())
    if (!read.success) return c.json({ error: { code: 'wrong-query', message: 'from and until are times' } }, 422)
    const { id, currency } = c.get('account')
    const lines = linesOf(store, id, read.data.from, read.data.until)
    return c.json({
      charges: lines.map((line) => ({
        id: `line_${line.id}`,
        labelId: line.label,
        kind: line.kind,
        at: line.at.toISOString(),
        amount: { minor: line.minor, currency },
        text: line.text,
      })),
    })
  })

  app.post('/v1/addresses/check', async (c) => {
    const { address } = await bodyOf(c, z.object({ address: addressSchema }))
    return c.json(checkAddress(address))
  })

  app.put('/v1/webhook', async (c) => {
    const { url, secret } = await bodyOf(c, webhookSchema)
    setWebhook(c.get('account').id, url, secret)
    return c.body(null, 204)
  })

  app.delete('/v1/webhook', (c) => {
    setWebhook(c.get('account').id, null, null)
    return c.body(null, 204)
  })

  function setWebhook(account: string, url: string | null, secret: string | null): void {
    store.prepare('update accounts set webhook_url = ?, webhook_secret = ? where id = ?').run(url, secret, account)
  }
}
