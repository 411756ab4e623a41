import { html } from 'hono/html'
import { toDecimal } from '#lib/money.ts'
import { balanceOf, findAccount, topUp } from '../store/accounts.ts'
import { carrierName } from '../trade/prices.ts'
import type { CarrierApp, Serving } from './serving.ts'

const page = (title: string, content: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          body {
            font: 16px/1.5 system-ui;
            max-width: 36rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`

/** Pages for people: what the carrier is, and where an account is topped up. */
export function addPages(app: CarrierApp, { store, now }: Serving): void {
  app.get('/', (c) =>
    c.html(
      page(
        carrierName,
        html`<p>
          This program plays a carrier: no parcel is carried, and no money is taken. Any key such as
          <code>carrier_4f8a91c2</code> is an account of its own.
        </p>`,
      ),
    ),
  )

  app.get('/top-up', (c) => {
    const account = findAccount(store, c.req.query('account') ?? '')
    if (!account) return c.html(page('There is no such account', ''), 404)
    const { id, currency } = account
    const code = currency ?? 'GBP'
    return c.html(
      page(
        'Top up your balance',
        html`<p>Balance: ${toDecimal({ minor: balanceOf(store, id), currency: code })} ${code}</p>
          <form method="post">
            <label>Amount in ${code} <input name="amount" type="number" min="1" max="10000" value="100" /></label>
            <button>Top up</button>
          </form>`,
      ),
    )
  })

  app.post('/top-up', async (c) => {
    const account = findAccount(store, c.req.query('account') ?? '')
    const amount = Number((await c.req.formData()).get('amount'))
    if (!account || !Number.isInteger(amount) || amount < 1 || amount > 10_000)
      return c.html(page('That was not possible', html`<p>An amount is a whole number up to 10000.</p>`), 422)
    topUp(store, account, { amount, at: now() })
    return c.redirect(`/top-up?account=${account.id}`, 303)
  })
}
