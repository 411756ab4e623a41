import type { SellerDb } from '#db/client.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import { policyKinds, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { countPolicyUses, deletePolicyForUndo, readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { Policy } from '#features/selling/policies/policy.ts'
import { policyWords } from '#features/selling/policies/policy-words.server.ts'
import {
  keepTypedPolicy,
  readPolicyChange,
  readPolicyFields,
  typedPolicy,
  type PolicyFieldName,
} from '#features/selling/policies/typed-policy.server.ts'
import { textOf } from '#lib/form-fields.ts'
import type { FormArgs } from './form-setting.server.ts'
import type { Step, TypedPolicy } from './form-view.ts'
import { withoutField, type Typed } from './typed-form.ts'

interface PolicyStep {
  typed: Typed
  kind: PolicyKind
  form: FormData
}

/**
 * Performs a policy button: `policy:RETURN` saves the input, `editPolicy` opens the chosen policy, `deletePolicy`
 * deletes the open one.
 */
export async function takePolicyStep(
  db: SellerDb,
  args: FormArgs,
  { name, value, typed, form }: { name: string; value: string; typed: Typed; form: FormData },
): Promise<Step> {
  const kind = policyKinds.find((each) => each === value)
  if (!kind) return { typed, shown: {} }
  const step = { typed, kind, form }
  switch (name) {
    case 'policy':
      return keepPolicy(db, args, step)
    case 'editPolicy':
      return openPolicy(db, args, step)
    default:
      return dropPolicy(db, args, step)
  }
}

async function keepPolicy(db: SellerDb, args: FormArgs, { typed, kind, form }: PolicyStep): Promise<Step> {
  const given = fieldsOf(form, kind)
  const changes = changeIn(form, kind)
  const kept = await keepTypedPolicy(db, args.seller, { given, changes, texts: args.texts })
  const field = `policy.${kind}`
  if ('id' in kept) return { typed: { ...typed, [field]: kept.id }, shown: { focus: fieldId(field) } }
  // A policy deleted meanwhile may be saved as new; after a concurrent change the user sees it before overwriting.
  const id = kept.problems.includes('gone') ? null : (changes?.id ?? null)
  const change = id === null ? null : await changeOf(db, args, { kind, id, isStale: kept.problems.includes('stale') })
  const newPolicy: TypedPolicy = { ...given, change, problems: kept.problems }
  return { typed, shown: { newPolicy, focus: fieldId(`newPolicy.${kind}.name`) } }
}

/** Opens the chosen policy for editing, with the number of listings affected. */
async function openPolicy(db: SellerDb, args: FormArgs, { typed, kind }: PolicyStep): Promise<Step> {
  const policy = await findChosen(db, args, { kind, id: typed[`policy.${kind}`] ?? '' })
  if (!policy) return { typed, shown: {} }
  const change = await changeOf(db, args, { kind, id: policy.id, isStale: false })
  return {
    typed,
    shown: {
      newPolicy: { ...typedPolicy(policy, args.seller.currency, args.texts), change, problems: [] },
      focus: fieldId(`newPolicy.${kind}.name`),
    },
  }
}

/** Deletes the open policy with undo, unless listings use it; then the form shows how many. */
async function dropPolicy(db: SellerDb, args: FormArgs, { typed, kind, form }: PolicyStep): Promise<Step> {
  const { hub, seller, member, texts } = args
  const field = `policy.${kind}`
  const id = changeIn(form, kind)?.id
  if (!id) return { typed, shown: {} }
  const now = hub.now()
  const { usedBy, undo } = await deletePolicyForUndo(db, { sellerId: seller.id, memberId: member.id, kind, id, now })
  // The selection is kept, so that undo restores it.
  if (undo) return { typed, shown: {}, deleted: { kind, undo } }
  const isChosen = typed[field] === id
  if (usedBy === 0) return { typed: isChosen ? withoutField(typed, field) : typed, shown: { focus: fieldId(field) } }
  const text = texts.t('listingForm.policy.used', { n: usedBy })
  return { typed, shown: { errors: [{ field, fieldId: fieldId(field), text }] } }
}

/** The effect of changing a policy and, after a concurrent change, its current content. */
async function changeOf(
  db: SellerDb,
  args: FormArgs,
  { kind, id, isStale }: { kind: PolicyKind; id: string; isStale: boolean },
): Promise<TypedPolicy['change']> {
  const { seller, texts } = args
  const policy = await findChosen(db, args, { kind, id })
  if (!policy) return null
  const uses = texts.t('listingForm.policy.uses', { n: await countPolicyUses(db, { sellerId: seller.id, kind, id }) })
  const words = [policyWords(policy, seller.currency, texts), policy.terms].filter(Boolean).join(' · ')
  const note = isStale ? `${texts.t('listingForm.policy.now', { words })} ${uses}` : uses
  return { id, version: policy.version, name: policy.name, note }
}

async function findChosen(
  db: SellerDb,
  { seller }: FormArgs,
  key: { kind: PolicyKind; id: string },
): Promise<Policy | null> {
  const policies = await readPolicies(db, seller.id)
  return policies.find(({ kind, id }) => kind === key.kind && id === key.id) ?? null
}

const policyField = (kind: PolicyKind, name: PolicyFieldName | 'change') => `newPolicy.${kind}.${name}` as const

const fieldsOf = (form: FormData, kind: PolicyKind) => readPolicyFields(form, kind, (name) => policyField(kind, name))

/** The policy and version being changed; null for a new one. */
const changeIn = (form: FormData, kind: PolicyKind) => readPolicyChange(textOf(form, policyField(kind, 'change')))
