import type { SellerDb } from '#db/client.ts'
import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import { textOf } from '#lib/form-fields.ts'
import { flatShipping, shippingLimits } from '#features/core/shipping/shipping.ts'
import { readAmount, type AmountReading } from '#lib/read-amount.ts'
import type { Texts } from '#texts/texts.ts'
import { addPolicy, changePolicy } from './policies-db.server.ts'
import { policyProblems, type NewPolicy, type Policy, type PolicyProblem } from './policy.ts'

export interface PolicyFields {
  kind: PolicyKind
  name: string
  price: string
  days: string
  terms: string
}

export type PolicyFieldName = Exclude<keyof PolicyFields, 'kind'>

export function readPolicyFields(
  form: FormData,
  kind: PolicyKind,
  fieldOf: (name: PolicyFieldName) => string,
): PolicyFields {
  const text = (name: PolicyFieldName) => textOf(form, fieldOf(name))
  return { kind, name: text('name'), price: text('price'), days: text('days'), terms: text('terms') }
}

/** The policy and version a form changes (`id:version`); null for a new one. */
export function readPolicyChange(text: string): { id: string; version: number } | null {
  const [, id, version] = /^([^:]+):(\d{1,9})$/.exec(text) ?? []
  return id ? { id, version: Number(version) } : null
}

/** Shipping prices are edited on a page of their own. */
export const typedPolicy = ({ kind, name, days, terms }: Policy): PolicyFields => ({
  kind,
  name,
  price: '',
  days: days === null ? '' : String(days),
  terms,
})

export async function keepTypedPolicy(
  db: SellerDb,
  seller: { id: number; currency: string },
  { given, changes, texts }: { given: PolicyFields; changes: { id: string; version: number } | null; texts: Texts },
): Promise<{ id: string } | { problems: readonly PolicyProblem[] }> {
  return keepPolicy(db, seller.id, { policy: policyOf(given, { ...seller, grouping: texts.grouping }), changes })
}

/** Adds a policy, or changes the one of this id and version. */
export async function keepPolicy(
  db: SellerDb,
  sellerId: number,
  { policy, changes }: { policy: NewPolicy; changes: { id: string; version: number } | null },
): Promise<{ id: string } | { problems: readonly PolicyProblem[] }> {
  const problems = policyProblems(policy)
  if (problems.length > 0) return { problems }
  if (changes) {
    const outcome = await changePolicy(db, { sellerId, kind: policy.kind, ...changes, policy })
    return outcome.ok ? { id: changes.id } : { problems: [outcome.reason] }
  }
  const id = await addPolicy(db, sellerId, policy)
  return id === null ? { problems: ['nameTaken'] } : { id }
}

function policyOf({ kind, name, price, days, terms }: PolicyFields, reading: AmountReading): NewPolicy {
  const minor = kind === 'FULFILMENT' ? readAmount(price, { ...reading, most: shippingLimits.minor }) : null
  return {
    kind,
    name,
    shipping: minor === null ? null : flatShipping(minor),
    days: kind === 'RETURN' && /^\d{1,4}$/.test(days) ? Number(days) : null,
    terms,
  }
}
