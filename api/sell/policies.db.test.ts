import fc from 'fast-check'
import { rowOf, addRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addPolicy, readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { NewPolicy } from '#features/selling/policies/policy.ts'
import { addTestListing } from '#api/testing-orders.ts'
import { refusalOf, sellHub } from './testing.ts'
import { flatShipping, type Shipping } from '#features/core/shipping/shipping.ts'
import { shippingArbitrary } from '#features/core/shipping/testing.ts'
import { readShipping, shippingFields } from './policy-body.ts'
import { writeShipping } from './shipping-shape.ts'

const policies: NewPolicy[] = [
  { kind: 'FULFILMENT', name: 'Tracked', shipping: flatShipping(395), days: null, terms: 'By Royal Mail' },
  { kind: 'FULFILMENT', name: 'Free', shipping: flatShipping(0), days: null, terms: '' },
  { kind: 'PAYMENT', name: 'At once', shipping: null, days: null, terms: '' },
  { kind: 'RETURN', name: '30 days', shipping: null, days: 30, terms: '' },
  { kind: 'RETURN', name: 'None', shipping: null, days: 0, terms: '' },
]

it('are read by kind, by id and by name, of this shop and its marketplace alone', async () => {
  const db = await testDatabase()
  const sell = await sellHub(db)
  const seller = await addSeller(db, 'harbour')
  for (const policy of policies) await db.asSeller(seller, 'write', (own) => addPolicy(own, seller, policy))
  const { account } = sell.toolOf(await sell.makeKey(seller)).sell
  const found = await account.getFulfillmentPolicies('EBAY_GB')
  expect(found).toMatchObject({
    total: 2,
    fulfillmentPolicies: [
      { name: 'Free', shippingOptions: [{ shippingServices: [{ freeShipping: true }] }] },
      {
        name: 'Tracked',
        description: 'By Royal Mail',
        marketplaceId: 'EBAY_GB',
        handlingTime: { unit: 'DAY' },
        shippingOptions: [
          { shippingServices: [{ freeShipping: false, shippingCost: { value: '3.95', currency: 'GBP' } }] },
        ],
      },
    ],
  })
  const tracked = found.fulfillmentPolicies[1]!
  expect(await account.getFulfillmentPolicy(tracked.fulfillmentPolicyId)).toEqual(tracked)
  expect(await account.getFulfillmentPolicyByName('EBAY_GB', 'Tracked')).toEqual(tracked)
  expect(await account.getPaymentPolicies('EBAY_GB')).toMatchObject({
    total: 1,
    paymentPolicies: [{ name: 'At once' }],
  })
  expect(await account.getReturnPolicies('EBAY_GB')).toMatchObject({
    returnPolicies: [
      { name: '30 days', returnsAccepted: true, returnPeriod: { value: 30, unit: 'DAY' }, refundMethod: 'MONEY_BACK' },
      { name: 'None', returnsAccepted: false },
    ],
  })
  const stranger = sell.toolOf(await sell.makeKey(await addSeller(db, 'stranger'))).sell.account
  const told = [
    await refusalOf(account.get('/return_policy')),
    await refusalOf(account.getReturnPolicies('EBAY_US')),
    await refusalOf(account.getReturnPolicyByName('EBAY_GB', 'Tracked')),
    await refusalOf(account.getReturnPolicy(tracked.fulfillmentPolicyId)),
    await refusalOf(stranger.getFulfillmentPolicy(tracked.fulfillmentPolicyId)),
    await refusalOf(account.getPrivileges()),
  ]
  expect(told.map(({ status, id }) => `${status} ${id}`)).toEqual([
    '400 20401',
    '400 20403',
    '404 20404',
    '404 20404',
    '404 20404',
    '501 501',
  ])
})

it('are created, changed and deleted by tools as far as the hub supports them, and unsupported fields are named', async () => {
  const db = await testDatabase()
  const sell = await sellHub(db)
  const seller = await addSeller(db, 'maker')
  const { account } = sell.toolOf(await sell.makeKey(seller), [
    'https://api.ebay.com/oauth/api_scope/sell.account',
  ]).sell
  const of = { marketplaceId: 'EBAY_GB', categoryTypes: [{ name: 'ALL_EXCLUDING_MOTORS_VEHICLES' }] }
  const cost = (value: string, currency = 'GBP') => ({ shippingCost: { value, currency } })
  const shipping = (service: object, change: object = {}) => ({
    ...of,
    name: 'Tracked',
    description: 'By Royal Mail',
    shippingOptions: [{ optionType: 'DOMESTIC', costType: 'FLAT_RATE', shippingServices: [service], ...change }],
  })
  const to = (regionName: string) => ({ shipToLocations: { regionIncluded: [{ regionName, regionType: 'COUNTRY' }] } })
  const back = (change: object = {}) => ({
    ...of,
    name: '30 days',
    returnsAccepted: true,
    returnPeriod: { value: 30, unit: 'DAY' },
    ...change,
  })
  const made = await account.createFulfillmentPolicy({
    ...shipping(cost('3.95')),
    handlingTime: { value: 9, unit: 'DAY' },
    globalShipping: false,
    freightShipping: true,
  })
  expect(made).toMatchObject({
    fulfillmentPolicyId: expect.stringMatching(/^\w{12}$/),
    name: 'Tracked',
    handlingTime: { value: 9, unit: 'DAY' },
    shippingOptions: [{ shippingServices: [cost('3.95')] }],
    warnings: [{ errorId: 20200, parameters: [{ name: 'fieldName', value: 'freightShipping' }] }],
  })
  const id = made.fulfillmentPolicyId!
  const changed = await account.updateFulfillmentPolicy(id, { ...shipping({ freeShipping: true }), name: 'Free' })
  expect(changed).toEqual(await account.getFulfillmentPolicyByName('EBAY_GB', 'Free'))
  const stored = await db.asSeller(seller, 'read', (own) => readPolicies(own, seller))
  expect(stored).toMatchObject([
    {
      id,
      kind: 'FULFILMENT',
      name: 'Free',
      shipping: { zones: [{ places: ['GB'] }] },
      terms: 'By Royal Mail',
      version: 2,
    },
  ])
  const longest = 'At once '.repeat(8).trim().padEnd(64, '.')
  const paid = await account.createPaymentPolicy({ ...of, name: longest, immediatePay: true })
  expect(paid).toMatchObject({ name: longest, warnings: [{ errorId: 20200 }] })
  const returned = await account.createReturnPolicy({ ...back(), returnShippingCostPayer: 'BUYER' })
  expect(returned).toMatchObject({ returnsAccepted: true, returnPeriod: { value: 30, unit: 'DAY' } })
  const none = await account.updateReturnPolicy(returned.returnPolicyId, {
    ...of,
    name: 'None',
    returnsAccepted: false,
  })
  expect(none).toMatchObject({ name: 'None', returnsAccepted: false })

  const stranger = sell.toolOf(await sell.makeKey(await addSeller(db, 'other'))).sell.account
  const cases: [() => Promise<unknown>, string][] = [
    [() => account.createFulfillmentPolicy({ ...shipping(cost('1.00')), name: 'Free' }), '400 20400'],
    [() => account.createFulfillmentPolicy({ ...shipping(cost('1.00')), name: undefined }), '400 20401'],
    [() => account.createFulfillmentPolicy({ ...shipping(cost('1.00')), name: 'x'.repeat(65) }), '400 20403'],
    [() => account.createFulfillmentPolicy({ ...shipping(cost('1.00')), marketplaceId: 'EBAY_US' }), '400 20403'],
    [() => account.createFulfillmentPolicy({ ...shipping(cost('1.00')), categoryTypes: [] }), '400 20401'],
    [() => account.createFulfillmentPolicy({ ...of, name: 'Bare' }), '400 20401'],
    [() => account.createFulfillmentPolicy(shipping({})), '400 20401'],
    [() => account.createFulfillmentPolicy(shipping(cost('1.005'))), '400 20403'],
    [() => account.createFulfillmentPolicy(shipping(cost('1.00', 'EUR'))), '400 20403'],
    [() => account.createFulfillmentPolicy(shipping({ ...cost('1.00'), rates: [] })), '400 20403'],
    [() => account.createFulfillmentPolicy(shipping({ ...cost('1.00'), ...to('Atlantis') })), '400 20403'],
    [() => account.createReturnPolicy({ ...of, name: 'Odd' }), '400 20401'],
    [() => account.createReturnPolicy(back({ returnPeriod: undefined })), '400 20401'],
    [() => account.createReturnPolicy(back({ returnPeriod: { value: 1, unit: 'YEAR' } })), '400 20406'],
    [() => account.createReturnPolicy(back({ refundMethod: 'MERCHANDISE_CREDIT' })), '400 20406'],
    [() => account.createReturnPolicy(back({ returnPeriod: { value: 366, unit: 'DAY' } })), '400 20403'],
    [() => account.updateReturnPolicy('nonsense', back()), '404 20404'],
    [() => stranger.updateReturnPolicy(returned.returnPolicyId, back()), '404 20404'],
    [() => stranger.deleteFulfillmentPolicy(id), '404 20404'],
  ]
  for (const [asked, told] of cases) {
    const { status, id: error } = await refusalOf(asked())
    expect(`${status} ${error}`).toBe(told)
  }
  // Its listings keep it.
  const item = await addTestListing(db, { sellerId: seller, quantity: 1 })
  const { id: listing } = await rowOf(db.owner, 'listings', { item_number: item })
  await addRows(db.owner, 'listing_policies', {
    seller_id: seller,
    listing_id: listing,
    kind: 'FULFILMENT',
    policy_id: id,
  })
  expect(await refusalOf(account.deleteFulfillmentPolicy(id))).toMatchObject({ status: 400, id: 20402 })
  await account.deletePaymentPolicy(paid.paymentPolicyId)
  expect(await refusalOf(account.getPaymentPolicy(paid.paymentPolicyId))).toMatchObject({ status: 404, id: 20404 })
})

it('are in eBay’s shape and back what they were', () => {
  const same = (shipping: Shipping, currency: string) => {
    const seller = { country: 'GB', currency, handling_days: 1 }
    const sent = shippingFields.parse(JSON.parse(JSON.stringify(writeShipping(seller, shipping))))
    expect(readShipping(seller, sent)).toEqual(shipping)
  }
  fc.assert(fc.property(shippingArbitrary, fc.constantFrom('GBP', 'JPY', 'KWD'), same))
})
