import type { SellerDb } from '#db/client.ts'
import type { PolicyKind } from '#features/listing/listing-content.ts'
import { readPolicies } from '#features/policies/policies-db.server.ts'
import type { Policy } from '#features/policies/policy.ts'
import { amountOf, marketplaceOf } from './order-shape.ts'
import { SellError } from './sell-error.ts'
import { accountRoot, hrefOf, type SellCall, type SellRoute } from './sell-route.ts'

/** A kind of policy as eBay names it. */
interface Naming {
  kind: PolicyKind
  path: string
  id: string
  list: string
  /** What only this kind says. */
  write: (call: SellCall, policy: Policy) => object
}

const days = (value: number) => ({ value, unit: 'DAY' })

const namings: readonly Naming[] = [
  {
    kind: 'FULFILMENT',
    path: `${accountRoot}/fulfillment_policy`,
    id: 'fulfillmentPolicyId',
    list: 'fulfillmentPolicies',
    write: ({ seller }, { priceMinor }) => ({
      handlingTime: days(seller.handling_days),
      shippingOptions: [
        {
          optionType: 'DOMESTIC',
          costType: 'FLAT_RATE',
          shippingServices: [
            { sortOrder: 1, freeShipping: priceMinor === 0, shippingCost: amountOf(priceMinor ?? 0, seller.currency) },
          ],
        },
      ],
    }),
  },
  {
    kind: 'PAYMENT',
    path: `${accountRoot}/payment_policy`,
    id: 'paymentPolicyId',
    list: 'paymentPolicies',
    write: () => ({}),
  },
  {
    kind: 'RETURN',
    path: `${accountRoot}/return_policy`,
    id: 'returnPolicyId',
    list: 'returnPolicies',
    write: (_, { days: within }) => ({
      returnsAccepted: within !== null && within > 0,
      ...(within !== null && within > 0 && { returnPeriod: days(within), refundMethod: 'MONEY_BACK' }),
    }),
  },
]

const writePolicy = (call: SellCall, { id, write }: Naming, policy: Policy) => ({
  [id]: policy.id,
  name: policy.name,
  description: policy.terms,
  marketplaceId: marketplaceOf(call.seller.country),
  categoryTypes: [{ name: 'ALL_EXCLUDING_MOTORS_VEHICLES' }],
  ...write(call, policy),
})

const policiesOf = ({ seller, read }: SellCall, { kind }: Naming) =>
  read(async (db: SellerDb) => (await readPolicies(db, seller.id)).filter((policy) => policy.kind === kind))

/** A shop sells in one marketplace, its country's: a tool that means another one is told. */
function checkMarketplace({ url, seller }: SellCall): void {
  const named = url.searchParams.get('marketplace_id')
  const own = marketplaceOf(seller.country)
  const parameters = { fieldName: 'marketplace_id' }
  if (!named) throw new SellError(20401, { parameters })
  if (named !== own) throw new SellError(20403, { detail: `The shop's marketplace is ${own}.`, parameters })
}

const missing = (fieldName: string) => new SellError(20404, { parameters: { fieldName } })

const routesOf = (naming: Naming): SellRoute[] => [
  {
    method: 'GET',
    path: naming.path,
    scope: 'listings:read',
    async handle(call) {
      checkMarketplace(call)
      const policies = (await policiesOf(call, naming)).map((policy) => writePolicy(call, naming, policy))
      const { length: total } = policies
      const href = hrefOf(call, call.url.pathname + call.url.search)
      return { status: 200, body: { href, limit: total, offset: 0, total, [naming.list]: policies } }
    },
  },
  {
    method: 'GET',
    path: `${naming.path}/get_by_policy_name`,
    scope: 'listings:read',
    async handle(call) {
      checkMarketplace(call)
      const name = call.url.searchParams.get('name')
      const policy = (await policiesOf(call, naming)).find((each) => each.name === name)
      if (!policy) throw missing('name')
      return { status: 200, body: writePolicy(call, naming, policy) }
    },
  },
  {
    method: 'GET',
    path: `${naming.path}/{policyId}`,
    scope: 'listings:read',
    async handle(call) {
      const policy = (await policiesOf(call, naming)).find(({ id }) => id === call.params.policyId)
      if (!policy) throw missing(naming.id)
      return { status: 200, body: writePolicy(call, naming, policy) }
    },
  },
]

/** The terms that a seller uses for many listings, to be read. */
export const policyRoutes: SellRoute[] = namings.flatMap(routesOf)
