import type { SellerDb } from '#db/client.ts'
import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import { addPolicy, changePolicy, deletePolicy, readPolicies } from '#features/selling/policies/policies-db.server.ts'
import { policyProblems, type NewPolicy, type Policy } from '#features/selling/policies/policy.ts'
import { marketplaceOf } from './order-shape.ts'
import { readPolicy } from './policy-body.ts'
import { SellError, warningsOf } from './sell-error.ts'
import { accountRoot, hrefOf, type SellAnswer, type SellCall, type SellRoute } from './sell-route.ts'
import { writeShipping } from './shipping-shape.ts'
import { assertDefined } from '#lib/assert-defined.ts'

interface Naming {
  kind: PolicyKind
  path: string
  id: string
  list: string
  /** Fields of this kind only. */
  write: (call: SellCall, policy: Policy) => object
}

const days = (value: number) => ({ value, unit: 'DAY' })

const namings: readonly Naming[] = [
  {
    kind: 'FULFILMENT',
    path: `${accountRoot}/fulfillment_policy`,
    id: 'fulfillmentPolicyId',
    list: 'fulfillmentPolicies',
    write: ({ seller }, { shipping }) => (shipping ? writeShipping(seller, shipping) : {}),
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

/** Refuses other marketplaces than that of the shop's country. */
function checkMarketplace({ url, seller }: SellCall): void {
  const named = url.searchParams.get('marketplace_id')
  const own = marketplaceOf(seller.country)
  const parameters = { fieldName: 'marketplace_id' }
  if (!named) throw new SellError(20401, { parameters })
  if (named !== own) throw new SellError(20403, { detail: `The shop's marketplace is ${own}.`, parameters })
}

const missing = (fieldName: string) => new SellError(20404, { parameters: { fieldName } })

const readOwn = async (db: SellerDb, { seller }: SellCall, { kind }: Naming) =>
  (await readPolicies(db, seller.id)).filter((policy) => policy.kind === kind)

async function policyNamed(call: SellCall, db: SellerDb, naming: Naming): Promise<Policy> {
  const policy = (await readOwn(db, call, naming)).find(({ id }) => id === call.params.policyId)
  if (!policy) throw missing(naming.id)
  return policy
}

/** The same rules as on the hub's own pages. */
function checkRules(policy: NewPolicy): void {
  const [problem] = policyProblems(policy)
  if (!problem) return
  const fieldName = problem.startsWith('name') ? 'name' : problem === 'termsLong' ? 'description' : 'terms'
  throw new SellError(20403, {
    detail: `The ${fieldName} is missing, or longer than it may be.`,
    parameters: { fieldName },
  })
}

async function nameTaken(db: SellerDb, call: SellCall, naming: Naming, name: string): Promise<SellError> {
  const other = (await readOwn(db, call, naming)).find((policy) => policy.name === name)
  return new SellError(20400, {
    detail: 'Another policy of the kind has this name.',
    parameters: { duplicatePolicyId: other?.id ?? '' },
  })
}

async function makePolicy(call: SellCall, naming: Naming): Promise<SellAnswer> {
  const { policy, warnings } = readPolicy(call, naming.kind)
  checkRules(policy)
  const made = await call.write(async (db) => {
    const id = await addPolicy(db, call.seller.id, policy)
    if (id === null) throw await nameTaken(db, call, naming, policy.name)
    const own = await readOwn(db, call, naming)
    return assertDefined(
      own.find((each) => each.id === id),
      'it was added in this transaction',
    )
  })
  const body = { ...writePolicy(call, naming, made), ...warningsOf(warnings) }
  return { status: 201, body, location: `${naming.path}/${made.id}` }
}

/** Replaces a policy, which affects all of its listings. */
async function replacePolicy(call: SellCall, naming: Naming): Promise<SellAnswer> {
  const changed = await call.write(async (db) => {
    const { id, version } = await policyNamed(call, db, naming)
    const { policy, warnings } = readPolicy(call, naming.kind)
    checkRules(policy)
    const key = { sellerId: call.seller.id, kind: naming.kind, id }
    const outcome = await changePolicy(db, { ...key, version, policy })
    if (outcome.ok) return { policy: { ...policy, id, version: version + 1 }, warnings }
    switch (outcome.reason) {
      case 'nameTaken':
        throw await nameTaken(db, call, naming, policy.name)
      case 'gone':
        throw missing(naming.id)
      case 'stale':
        throw new SellError(20501, {}, { 'Retry-After': '1' })
    }
  })
  return { status: 200, body: { ...writePolicy(call, naming, changed.policy), ...warningsOf(changed.warnings) } }
}

async function removePolicy(call: SellCall, naming: Naming): Promise<SellAnswer> {
  await call.write(async (db) => {
    const { id } = await policyNamed(call, db, naming)
    const { usedBy } = await deletePolicy(db, { sellerId: call.seller.id, kind: naming.kind, id })
    if (usedBy > 0) throw new SellError(20402, { detail: `${usedBy} listings are sold under it, ended ones too.` })
  })
  return { status: 204 }
}

const routesOf = (naming: Naming): SellRoute[] => [
  {
    route: `GET ${naming.path}`,
    scope: 'listings:read',
    async handle(call) {
      checkMarketplace(call)
      const own = await call.read((db) => readOwn(db, call, naming))
      const policies = own.map((policy) => writePolicy(call, naming, policy))
      const { length: total } = policies
      const href = hrefOf(call, call.url.pathname + call.url.search)
      return { status: 200, body: { href, limit: total, offset: 0, total, [naming.list]: policies } }
    },
  },
  {
    route: `POST ${naming.path}`,
    scope: 'listings:write',
    body: 20400,
    handle: (call) => makePolicy(call, naming),
  },
  {
    route: `GET ${naming.path}/get_by_policy_name`,
    scope: 'listings:read',
    async handle(call) {
      checkMarketplace(call)
      const name = call.url.searchParams.get('name')
      const own = await call.read((db) => readOwn(db, call, naming))
      const policy = own.find((each) => each.name === name)
      if (!policy) throw missing('name')
      return { status: 200, body: writePolicy(call, naming, policy) }
    },
  },
  {
    route: `GET ${naming.path}/{policyId}`,
    scope: 'listings:read',
    async handle(call) {
      const policy = await call.read((db) => policyNamed(call, db, naming))
      return { status: 200, body: writePolicy(call, naming, policy) }
    },
  },
  {
    route: `PUT ${naming.path}/{policyId}`,
    scope: 'listings:write',
    body: 20400,
    handle: (call) => replacePolicy(call, naming),
  },
  {
    route: `DELETE ${naming.path}/{policyId}`,
    scope: 'listings:write',
    handle: (call) => removePolicy(call, naming),
  },
]

export const policyRoutes: SellRoute[] = namings.flatMap(routesOf)
