import { rowsOf, updateRows } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { revokeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { keyLimit } from '#features/developers/api-keys/count-use.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { scriptedPaymentSide } from '#features/after-sale/refunds/testing.ts'
import { day } from '#lib/duration.ts'
import { refusalOf, sellHub, type SellHub } from './testing.ts'

type Tool = ReturnType<SellHub['toolOf']>

const scope = (name: string) => `https://api.ebay.com/oauth/api_scope/${name}`
const ago = (days: number) => new Date(sell.hub.now().getTime() - days * day)
const lineOf = (number: string, position: number) => `${number.replaceAll('-', '')}00${position}`
const numbersOf = (page: { orders?: { orderId: string }[] }) => page.orders!.map(({ orderId }) => orderId)
const order = (quantities: number[], daysAgo = 1) => addOrderToShip(db, seller, quantities, { placedAt: ago(daysAgo) })

const db = await testDatabase()
const sell = await sellHub(db)
let seller = await addSeller(db, 'harbour')
const key = await sell.makeKey(seller)
let tool: Tool = sell.toolOf(key)

describe('tokens of a seller’s tool', () => {
  const askToken = async (body: Record<string, string>, { id, secret } = key) => {
    const response = await fetch(`${sell.url}/identity/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }

  it('are issued for a key and its secret, and again for the refresh token', async () => {
    const own = sell.toolOf(key)
    const token = await own.OAuth2.mintApplicationAccessToken()
    expect(token).toMatchObject({ expires_in: 7200, token_type: 'Application Access Token' })
    own.OAuth2.setCredentials({ ...token, refresh_token: Reflect.get(token, 'refresh_token') })
    const refreshed = await own.OAuth2.refreshUserAccessToken()
    expect(refreshed).toMatchObject({ expires_in: 7200, token_type: 'User Access Token' })
    expect(await own.sell.fulfillment.getOrders()).toMatchObject({ total: 0, orders: [] })
  })

  it('are refused with OAuth error codes', async () => {
    const asks = { grant_type: 'client_credentials' }
    const answers = [
      await askToken(asks, { id: key.id, secret: 'hub_wrong' }),
      await askToken(asks, { id: 'other', secret: key.secret }),
      await askToken(asks, await sell.makeKey(null)),
      await askToken({ grant_type: 'authorization_code', code: '1' }),
      await askToken({ grant_type: 'refresh_token', refresh_token: 'ünknown.1' }),
      await askToken({ ...asks, scope: scope('sell.marketing') }),
      await askToken({}),
    ]
    expect(answers.map(({ status, body }) => `${status} ${body.error}`)).toEqual([
      '401 invalid_client',
      '401 invalid_client',
      '400 unauthorized_client',
      '400 unsupported_grant_type',
      '400 invalid_grant',
      '400 invalid_scope',
      '400 invalid_request',
    ])
  })

  it('allow no more than requested, and nothing once the key is revoked', async () => {
    const { number } = await order([1], 100)
    const short = await sell.makeKey(seller)
    const reader = sell.toolOf(short, [scope('sell.fulfillment.readonly'), scope('sell.marketing')])
    expect(await reader.sell.fulfillment.getOrder(number)).toMatchObject({ orderId: number })
    expect(await refusalOf(reader.sell.fulfillment.createShippingFulfillment(number, {}))).toMatchObject({
      status: 403,
      id: 1100,
    })
    await revokeApiKey(db.owner, { id: short.id, now: sell.hub.now() })
    // The client requests another token, which is refused.
    await expect(reader.sell.fulfillment.getOrder(number)).rejects.toMatchObject({ message: 'invalid_client' })
  })
})

describe('orders in eBay’s format', () => {
  let ids: string[]

  beforeAll(async () => {
    seller = await addSeller(db, 'reader')
    tool = sell.toolOf(await sell.makeKey(seller))
    const orders = [await order([1], 100), await order([2, 1], 60), await order([1], 30), await order([3], 2)]
    ids = orders.map(({ number }) => number)
    // All but the last were last changed a week ago.
    await db.owner
      .updateTable('changes')
      .set({ changed_at: ago(8) })
      .where('seller_id', '=', seller)
      .where('subject_id', '!=', orders[3]!.id)
      .execute()
  })

  it('are read by each filter; without one, those of the last 90 days', async () => {
    const read = async (filter?: string) => numbersOf(await tool.sell.fulfillment.getOrders({ filter }))
    const at = (days: number) => ago(days).toISOString()
    expect(await read()).toEqual(ids.slice(1))
    expect(await read(`creationdate:[${at(120)}..${at(40)}]`)).toEqual(ids.slice(0, 2))
    expect(await read(`lastmodifieddate:[${at(1)}..]`)).toEqual(ids.slice(3))
    expect(await read(`creationdate:[${at(200)}..],lastmodifieddate:[${at(9)}..${at(7)}]`)).toEqual(ids.slice(0, 3))
    await tool.sell.fulfillment.createShippingFulfillment(ids[2]!, {})
    await tool.sell.fulfillment.createShippingFulfillment(ids[1]!, {
      lineItems: [{ lineItemId: lineOf(ids[1]!, 1), quantity: 1 }],
    })
    expect(await read('orderfulfillmentstatus:{NOT_STARTED|IN_PROGRESS}')).toEqual([ids[1], ids[3]])
    expect(await read('orderfulfillmentstatus:{FULFILLED|IN_PROGRESS}')).toEqual([ids[1], ids[2]])
    expect(await read(`lastmodifieddate:[${at(1)}..]`)).toEqual(ids.slice(1))
    expect(
      numbersOf(await tool.sell.fulfillment.getOrders({ orderIds: [ids[0]!, ids[3]!, '00-00000-00000', 'x'] })),
    ).toEqual([ids[0], ids[3]])
  })

  it('are read page by page, with links to the other pages', async () => {
    const filter = `creationdate:[${ago(200).toISOString()}..]`
    const first = await tool.sell.fulfillment.getOrders({ filter, limit: 3 })
    expect(first).toMatchObject({ total: 4, limit: 3, offset: 0 })
    expect(first.prev).toBeUndefined()
    const headers = { authorization: `Bearer ${await tool.OAuth2.getAccessToken()}` }
    const last = await (await fetch(first.next, { headers })).json()
    expect(numbersOf(first).concat(numbersOf(last))).toEqual(ids)
    expect(last.next).toBeUndefined()
    const back = await (await fetch(last.prev, { headers })).json()
    expect(back.href).toBe(first.href)
    expect(await tool.sell.fulfillment.getOrders()).toMatchObject({ limit: 50, offset: 0 })
  })

  it('have their amounts, times and states', async () => {
    const found = await tool.sell.fulfillment.getOrder(ids[3]!, { fieldGroups: ['TAX_BREAKDOWN'] })
    expect(found).toMatchObject({
      orderId: ids[3],
      creationDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      orderFulfillmentStatus: 'NOT_STARTED',
      orderPaymentStatus: 'PAID',
      sellerId: 'reader',
      pricingSummary: {
        priceSubtotal: { value: '10.00', currency: 'GBP' },
        total: { value: '10.00', currency: 'GBP' },
      },
      cancelStatus: { cancelState: 'NONE_REQUESTED', cancelRequests: [] },
      paymentSummary: { totalDueSeller: { value: '10.00' }, payments: [{ paymentStatus: 'PAID' }] },
      fulfillmentStartInstructions: [
        {
          shippingStep: {
            shipTo: { fullName: 'Lola Okonkwo', contactAddress: { city: 'Bristol', countryCode: 'GB' } },
          },
        },
      ],
      lineItems: [{ lineItemId: lineOf(ids[3]!, 1), quantity: 3, lineItemCost: { value: '3.00', currency: 'GBP' } }],
    })
    // A £1.30 voucher: £1.00 off the item and 30p off its shipping.
    const { id, number } = await order([1])
    const money = { discount_minor: 130, shipping_minor: 80 }
    await updateRows(db.owner, 'orders', { id }, { ...money, subtotal_minor: 100 })
    await db.owner.updateTable('line_items').set(money).where('order_id', '=', id).execute()
    expect(await tool.sell.fulfillment.getOrder(number)).toMatchObject({
      pricingSummary: {
        priceDiscount: { value: '-1.00' },
        deliveryCost: { value: '0.80' },
        deliveryDiscount: { value: '-0.30' },
        total: { value: '0.50' },
      },
      lineItems: [
        {
          discountedLineItemCost: { value: '0.00' },
          deliveryCost: { shippingCost: { value: '0.50' } },
          total: { value: '0.50' },
        },
      ],
    })
  })

  it.each([
    [{ filter: 'colour:red' }, 30700],
    [{ filter: 'orderfulfillmentstatus:{DONE}' }, 30800],
    [{ filter: 'creationdate:[yesterday..]' }, 30810],
    [{ filter: 'creationdate:[..2026-01-01T00:00:00.000Z]' }, 30820],
    [{ filter: 'creationdate:[2001-01-01T00:00:00.000Z..2004-01-01T00:00:00.000Z]' }, 30830],
    [{ filter: 'creationdate:[2002-01-01T00:00:00.000Z..2001-01-01T00:00:00.000Z]' }, 30840],
    [{ filter: 'creationdate:[2098-01-01T00:00:00.000Z..]' }, 30850],
    [{ orderIds: Array.from({ length: 51 }, (_, index) => `${index}`).join(',') }, 30900],
    [{ offset: -1 }, 31000],
    [{ limit: 201 }, 31100],
    [{ limit: 0 }, 31100],
    [{ fieldGroups: 'COLOURS' }, 32800],
  ])('are refused to %j with %d', async (params, id) => {
    // Parameters that the client's types would reject.
    const asked = tool.sell.fulfillment.get('/order', { params })
    expect(await refusalOf(asked)).toMatchObject({
      status: 400,
      id,
      errors: [{ domain: 'API_FULFILLMENT', category: 'REQUEST' }],
    })
  })
})

describe('a seller’s tool', () => {
  it('ships whole orders and parts, and a repeated request once', async () => {
    const { number } = await order([2, 1])
    const { fulfillment } = tool.sell
    const first = {
      lineItems: [{ lineItemId: lineOf(number, 1), quantity: 1 }],
      shippedDate: ago(0.01).toISOString(),
      shippingCarrierCode: 'ROYAL_MAIL',
      trackingNumber: 'AB123456785GB',
    }
    const withHeaders = fulfillment.api({ returnResponse: true })
    const made = (await withHeaders.createShippingFulfillment(number, first)) as {
      status: number
      headers: Record<string, string>
    }
    const again = (await withHeaders.createShippingFulfillment(number, first)) as typeof made
    expect([made.status, again.headers.location]).toEqual([201, made.headers.location])
    const id = made.headers.location!.split('/').at(-1)!
    expect(await fulfillment.getShippingFulfillment(number, id)).toMatchObject({
      fulfillmentId: id,
      shipmentTrackingNumber: 'AB123456785GB',
      shippingCarrierCode: 'Royal Mail',
      lineItems: [{ lineItemId: lineOf(number, 1), quantity: 1 }],
    })
    expect(await fulfillment.getOrder(number)).toMatchObject({
      orderFulfillmentStatus: 'IN_PROGRESS',
      fulfillmentHrefs: [made.headers.location],
      lineItems: [{ lineItemFulfillmentStatus: 'IN_PROGRESS' }, { lineItemFulfillmentStatus: 'NOT_STARTED' }],
    })
    await fulfillment.createShippingFulfillment(number, {})
    expect(await fulfillment.getShippingFulfillments(number)).toMatchObject({ total: 2 })
    expect(await fulfillment.getOrder(number)).toMatchObject({ orderFulfillmentStatus: 'FULFILLED' })
    const events = await rowsOf(db.owner, 'order_events', { seller_id: seller })
    expect(new Set(events.map(({ actor, member_name: name }) => `${actor} ${name}`))).toEqual(new Set(['TOOL Tool']))
  })

  it('gets eBay’s error id if it cannot ship', async () => {
    const { number } = await order([2])
    const lineItemId = lineOf(number, 1)
    const ids = async (bodies: unknown[]) => {
      const told = []
      for (const body of bodies)
        told.push(await refusalOf(tool.sell.fulfillment.createShippingFulfillment(number, body as never)))
      return told.map(({ status, id }) => `${status} ${id}`)
    }
    const refused = await ids([
      { lineItems: [{ lineItemId: '1', quantity: 1 }] },
      { lineItems: [{ lineItemId }, { lineItemId }] },
      { trackingNumber: 'AB123456785GB' },
      { trackingNumber: '4.81203E+13', shippingCarrierCode: 'USPS' },
      { shippedDate: '2098-01-01T00:00:00.000Z' },
      { lineItems: [{ lineItemId, quantity: 3 }] },
      { lineItems: 'all' },
      '{',
    ])
    expect(refused).toEqual([
      '400 32200',
      '400 32210',
      '400 32300',
      '400 32300',
      '400 32500',
      '400 32600',
      '400 32600',
      '400 32600',
    ])
    expect(await refusalOf(tool.sell.fulfillment.getShippingFulfillment(number, 'none'))).toMatchObject({
      status: 404,
      id: 32110,
    })
  })

  it('refunds an item and the rest, but no more', async () => {
    const { number } = await order([5, 5])
    const refund = (body: object) =>
      tool.sell.fulfillment.issueRefund(number, { reasonForRefund: 'BUYER_RETURN', ...body })
    const amount = (value: string) => ({ value, currency: 'GBP' })
    const item = { lineItemId: lineOf(number, 1), refundAmount: amount('2.50') }
    expect(await refund({ refundItems: [item], comment: 'A scratch' })).toMatchObject({
      refundId: expect.any(String),
      refundStatus: 'REFUNDED',
    })
    const refused = []
    for (const body of [
      { refundItems: [{ ...item, refundAmount: amount('2.51') }] },
      { orderLevelRefundAmount: amount('7.51') },
      { orderLevelRefundAmount: amount('1.005') },
      { orderLevelRefundAmount: { value: '1.00', currency: 'EUR' } },
      { orderLevelRefundAmount: { value: '1.00' } },
      { orderLevelRefundAmount: { currency: 'GBP' } },
      {},
      { refundItems: [{ ...item, lineItemId: '1' }] },
      { refundItems: [{ refundAmount: amount('1.00') }] },
      { reasonForRefund: 'BECAUSE', orderLevelRefundAmount: amount('1.00') },
      { comment: 'x'.repeat(1001), orderLevelRefundAmount: amount('1.00') },
    ])
      refused.push(await refusalOf(refund(body)))
    expect(refused.map(({ id }) => id)).toEqual([
      34924, 34915, 34907, 34909, 34908, 34906, 34905, 34914, 34910, 34903, 34921,
    ])
    await refund({ orderLevelRefundAmount: amount('7.50') })
    expect(await tool.sell.fulfillment.getOrder(number)).toMatchObject({
      orderPaymentStatus: 'FULLY_REFUNDED',
      paymentSummary: { refunds: [{ amount: { value: '2.50' } }, { amount: { value: '7.50' } }] },
      // Each item contains its share.
      lineItems: [
        { refunds: [{ amount: { value: '2.50' } }, { amount: { value: '2.50' } }] },
        { refunds: [{ amount: { value: '5.00' } }] },
      ],
    })
    expect(await refusalOf(refund({ orderLevelRefundAmount: amount('0.01') }))).toMatchObject({
      status: 400,
      id: 34917,
    })
  })

  it('does not refund twice while the payment provider has not answered', async () => {
    const { number } = await order([1])
    const half = { reasonForRefund: 'BUYER_RETURN', orderLevelRefundAmount: { value: '5.00', currency: 'GBP' } }
    const { payments } = sell.hub.refunds
    sell.hub.refunds.payments = Object.assign(scriptedPaymentSide(), { says: new Error('away') })
    const first = await tool.sell.fulfillment.issueRefund(number, half)
    sell.hub.refunds.payments = payments
    expect(first).toMatchObject({ refundStatus: 'PENDING' })
    // A tool that retries gets the same refund.
    expect(await tool.sell.fulfillment.issueRefund(number, half)).toEqual(first)
    const other = { ...half, comment: 'And this' }
    expect(await refusalOf(tool.sell.fulfillment.issueRefund(number, other))).toMatchObject({ status: 400, id: 34922 })
    // A refused refund returned nothing.
    await updateRows(db.owner, 'refunds', { refund_key: first.refundId }, { state: 'FAILED', ask_at: null })
    expect(await tool.sell.fulfillment.getOrder(number)).toMatchObject({
      paymentSummary: { refunds: [{ refundStatus: 'FAILED' }] },
      lineItems: [{ refunds: [] }],
    })
    expect(await tool.sell.fulfillment.issueRefund(number, half)).toMatchObject({ refundStatus: 'REFUNDED' })
    const unpaid = await order([1])
    await updateRows(db.owner, 'payments', { order_id: unpaid.id }, { state: 'PENDING', paid_at: null })
    expect(await refusalOf(tool.sell.fulfillment.issueRefund(unpaid.number, half))).toMatchObject({
      status: 409,
      id: 34929,
    })
  })

  it('refunds a repeated request once after the payment provider has answered', async () => {
    const { number } = await order([2])
    const { fulfillment } = tool.sell
    const fifth = { reasonForRefund: 'BUYER_RETURN', orderLevelRefundAmount: { value: '1.00', currency: 'GBP' } }
    const first = await fulfillment.issueRefund(number, fifth)
    expect(first).toMatchObject({ refundStatus: 'REFUNDED' })
    expect(await Promise.all([1, 2].map(() => fulfillment.issueRefund(number, fifth)))).toEqual([first, first])
    // Other text, another key or another day makes another refund.
    const others = [
      await fulfillment.issueRefund(number, { ...fifth, comment: 'For the second one' }),
      await sell.toolOf(await sell.makeKey(seller)).sell.fulfillment.issueRefund(number, fifth),
    ]
    await updateRows(db.owner, 'refunds', { refund_key: first.refundId }, { requested_at: ago(1) })
    const later = await fulfillment.issueRefund(number, fifth)
    expect(new Set([first, ...others, later].map(({ refundId }) => refundId)).size).toBe(4)
    expect(await fulfillment.issueRefund(number, fifth)).toEqual(later)
    expect(await fulfillment.getOrder(number)).toMatchObject({ paymentSummary: { totalDueSeller: { value: '6.00' } } })
  })

  it('sees nothing of another seller at any address', async () => {
    const { number } = await order([1])
    const { fulfillment } = sell.toolOf(await sell.makeKey(await addSeller(db, 'stranger'))).sell
    const parcel = await fulfillment.getOrders({ orderIds: [number] })
    expect(parcel).toMatchObject({ total: 0 })
    const asked = [
      fulfillment.getOrder(number),
      fulfillment.getShippingFulfillments(number),
      fulfillment.getShippingFulfillment(number, 'none'),
      fulfillment.createShippingFulfillment(number, {}),
      fulfillment.issueRefund(number, {
        reasonForRefund: 'BUYER_RETURN',
        orderLevelRefundAmount: { value: '1', currency: 'GBP' },
      }),
    ]
    const told = await Promise.all(asked.map(refusalOf))
    expect(told.map(({ status, id }) => `${status} ${id}`)).toEqual([
      ...Array<string>(4).fill('404 32100'),
      '404 34913',
    ])
    expect(await refusalOf(fulfillment.getOrder('%00'))).toMatchObject({ status: 404, id: 32100 })
  })

  it('gets errors for unknown orders and when it exceeds its limit', async () => {
    const busy = await sell.makeKey(seller)
    const own = sell.toolOf(busy)
    expect(await refusalOf(own.sell.marketing.getCampaigns({}))).toMatchObject({
      status: 501,
      errors: [
        { errorId: 501, domain: 'HUB', longMessage: expect.stringContaining('GET /sell/marketing/v1/ad_campaign') },
      ],
    })
    await updateRows(db.owner, 'rate_limits', { key: `api-key:${busy.id}` }, { count: keyLimit.requests })
    expect(await refusalOf(own.sell.fulfillment.getOrders())).toMatchObject({ status: 429, id: 2001 })
  })
})
