import type { SellerDb } from '#db/client.ts'
import { policyKinds, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { addPolicy, countUsesByPolicy, deletePolicyForUndo, readPolicies } from './policies-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { NewPolicy, PolicyProblem } from './policy.ts'
import { policyWords } from './policy-words.server.ts'
import {
  keepTypedPolicy,
  readPolicyChange,
  readPolicyFields,
  typedPolicy,
  type PolicyFields,
} from './typed-policy.server.ts'

export interface PolicyModel {
  id: string
  version: number
  name: string
  /** `Tracked 48 · £3.95`. */
  words: string
  terms: string
  uses: number
  typed: PolicyFields
}

export type PolicyGroup = Awaited<ReturnType<typeof policyGroups>>[number]

export async function policyGroups(db: SellerDb, { seller, texts }: Pick<SellerArgs, 'seller' | 'texts'>) {
  const policies = await readPolicies(db, seller.id)
  const uses = await countUsesByPolicy(db, seller.id)
  return policyKinds.map((kind) => ({
    kind,
    policies: policies
      .filter((policy) => policy.kind === kind)
      .map((policy) => ({
        id: policy.id,
        version: policy.version,
        name: policy.name,
        words: policyWords(policy, seller.currency, texts),
        terms: policy.terms,
        uses: uses.get(policy.id) ?? 0,
        typed: typedPolicy(policy),
      })),
  }))
}

export interface PolicyRefusal {
  /** The policy to change or delete; null for a new one. */
  id: string | null
  kind: PolicyKind
  problems: readonly PolicyProblem[]
  typed: PolicyFields
  /** The current version after a concurrent change. */
  version: number | null
  /** Number of listings that prevent deletion. */
  usedBy: number
}

/** One policy of each kind that a shop can begin with; those of a name that is taken are kept. */
const usualPolicies = ({ t }: Pick<Texts, 't'>): NewPolicy[] => {
  const policy = { shipping: null, days: null, terms: '' }
  return [
    { ...policy, kind: 'FULFILMENT', name: t('policies.usual.shipping'), shipping: flatShipping(0) },
    { ...policy, kind: 'PAYMENT', name: t('policies.usual.payment') },
    { ...policy, kind: 'RETURN', name: t('policies.usual.return'), days: 30 },
  ]
}

/** Performs a button of the page: `save`, `delete` or `usual`. */
export async function takePolicyPost(
  db: SellerDb,
  { form, hub, member, seller, texts }: Pick<SellerActionArgs, 'form' | 'hub' | 'member' | 'seller' | 'texts'>,
): Promise<{ done: 'saved' } | { undo: string | null } | PolicyRefusal | null> {
  if (textOf(form, 'intent') === 'usual') {
    for (const policy of usualPolicies(texts)) await addPolicy(db, seller.id, policy)
    return { done: 'saved' }
  }
  const kind = oneOf(form, 'kind', policyKinds)
  if (!kind) return null
  const given = readPolicyFields(form, kind, (name) => name)
  const changes = readPolicyChange(textOf(form, 'change'))
  const refusal = { id: changes?.id ?? null, kind, problems: [], typed: given, version: null, usedBy: 0 }
  if (textOf(form, 'intent') === 'delete') {
    if (!changes) return { undo: null }
    const key = { sellerId: seller.id, kind, id: changes.id }
    const { usedBy, undo } = await deletePolicyForUndo(db, { ...key, memberId: member.id, now: hub.now() })
    // Deleted by somebody else meanwhile, as intended.
    return usedBy > 0 ? { ...refusal, usedBy } : { undo }
  }
  const kept = await keepTypedPolicy(db, seller, { given, changes, texts })
  if ('id' in kept) return { done: 'saved' }
  // A policy deleted meanwhile may be saved as new; after a concurrent change the user sees it before overwriting.
  if (kept.problems.includes('gone')) return { ...refusal, id: null, problems: kept.problems }
  const now = kept.problems.includes('stale') ? await readPolicies(db, seller.id) : []
  const version = now.find((policy) => policy.id === changes?.id)?.version ?? null
  return { ...refusal, problems: kept.problems, version }
}
