import type { SellerDb } from '#db/client.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import { keepTypedPolicy, readPolicyFields } from '#features/selling/policies/typed-policy.server.ts'
import type { FormArgs } from './form-setting.server.ts'
import type { Step } from './form-view.ts'
import type { Typed } from './typed-form.ts'

/** Saves a policy typed in the form (`policy:RETURN`) and selects it. */
export async function takePolicyStep(
  db: SellerDb,
  args: FormArgs,
  { value, typed, form }: { value: string; typed: Typed; form: FormData },
): Promise<Step> {
  const kind = policyKinds.find((each) => each === value)
  if (!kind) return { typed, shown: {} }
  const given = readPolicyFields(form, kind, (name) => `newPolicy.${kind}.${name}`)
  const kept = await keepTypedPolicy(db, args.seller, { given, changes: null, texts: args.texts })
  const field = `policy.${kind}`
  if ('id' in kept) return { typed: { ...typed, [field]: kept.id }, shown: { focus: fieldId(field) } }
  const newPolicy = { ...given, problems: kept.problems }
  return { typed, shown: { newPolicy, focus: fieldId(`newPolicy.${kind}.name`) } }
}
