import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createPayoutClient } from './payout-client.ts'

const secret = `whsec_${Buffer.from('a secret of the payment side').toString('base64')}`
const request = {
  key: 'abc-1',
  seller: 's-42',
  sellerId: 7,
  payoutNumber: 'abc',
  amountMinor: 134_299,
  currency: 'GBP',
  account: 'ba_1',
  now: new Date(),
}
const account = { sellerId: 7, seller: 's-42', holder: 'Ann', number: 'GB33BUKB20201555551326', bankCode: null }

/** A client whose payment side gives this answer, and the signed requests that it got. */
function sideThat(answers: () => Response) {
  const got: { url: string; body: unknown }[] = []
  const client = createPayoutClient({ url: 'https://pay.example/hub/', secret }, async (url, { body, headers }) => {
    got.push({ url, body: new Webhook(secret).verify(body, headers) })
    return answers()
  })
  return { client, got }
}

describe('the payment side', () => {
  it('is asked by a signed request to pay', async () => {
    const { client, got } = sideThat(() => Response.json({ state: 'PAID', reference: 'HM-1' }))
    expect(await client.pay(request)).toEqual({ state: 'PAID', reference: 'HM-1' })
    expect(got).toEqual([
      {
        url: 'https://pay.example/hub/payouts',
        body: {
          key: 'abc-1',
          seller: 's-42',
          payout: 'abc',
          amount: { value: '1342.99', currency: 'GBP' },
          account: 'ba_1',
        },
      },
    ])
  })
  it('answers later, or that it failed', async () => {
    expect(await sideThat(() => Response.json({ state: 'ACCEPTED' })).client.pay(request)).toEqual({
      state: 'ACCEPTED',
    })
    const failed = { state: 'FAILED', failure: 'ACCOUNT_CLOSED' }
    expect(await sideThat(() => Response.json(failed)).client.pay(request)).toEqual({ ...failed, mayBeRetried: false })
  })
  it('has not answered if it says anything else', async () => {
    for (const answer of [new Response(null, { status: 500 }), new Response('paid'), Response.json({ state: 'DONE' })])
      await expect(sideThat(() => answer).client.pay(request)).rejects.toThrow()
  })
  it('takes a bank account, or refuses it', async () => {
    const known = { bankName: 'Barclays', last4: '1326', country: 'GB' }
    const { client, got } = sideThat(() => Response.json(known))
    expect(await client.saveAccount?.(account)).toEqual({ ok: true, account: { ...known, reference: null } })
    expect(got[0]).toMatchObject({ url: 'https://pay.example/hub/accounts', body: { number: account.number } })
    expect(await sideThat(() => new Response(null, { status: 422 })).client.saveAccount?.(account)).toEqual({
      ok: false,
    })
    const whole = Response.json({ ...known, last4: account.number })
    await expect(sideThat(() => whole).client.saveAccount?.(account)).rejects.toThrow()
  })
})
