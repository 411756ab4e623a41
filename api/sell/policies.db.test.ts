import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#features/orders/testing.ts'
import { addPolicy } from '#features/policies/policies-db.server.ts'
import type { NewPolicy } from '#features/policies/policy.ts'
import { refusalOf, sellHub } from './testing.ts'

const policies: NewPolicy[] = [
  { kind: 'FULFILMENT', name: 'Tracked', priceMinor: 395, days: null, terms: 'By Royal Mail' },
  { kind: 'FULFILMENT', name: 'Free', priceMinor: 0, days: null, terms: '' },
  { kind: 'PAYMENT', name: 'At once', priceMinor: null, days: null, terms: '' },
  { kind: 'RETURN', name: '30 days', priceMinor: null, days: 30, terms: '' },
  { kind: 'RETURN', name: 'None', priceMinor: null, days: 0, terms: '' },
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
    await refusalOf(account.post('/return_policy', {})),
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
