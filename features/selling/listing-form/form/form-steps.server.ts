import type { SellerDb } from '#db/client.ts'
import { textOf } from '#lib/form-fields.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import { afterPictureIntent } from '#features/core/listing-pictures/picture-list.ts'
import type { FormArgs } from './form-setting.server.ts'
import type { Step } from './form-view.ts'
import { findProduct, searchProducts, type Product } from './products-db.server.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import type { SentForm } from './sent-form.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { typedAxes, typedPictures, typedRows, withoutField, withPictures, withRows, type Typed } from './typed-form.ts'
import { allRowsField, carryRows } from './variation-matrix.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import { keepTypedPolicy, readPolicyFields } from '#features/selling/policies/typed-policy.server.ts'

/** Saves a policy typed in the form (`policy:RETURN`) and selects it. */
async function takePolicyStep(
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

/** Performs the step of a form button; save and publish change nothing here. */
export async function takeStep(db: SellerDb, args: FormArgs, sent: SentForm, form: FormData): Promise<Step> {
  const { typed } = sent
  const [name = '', value = ''] = sent.intent.split(':', 2)
  switch (name) {
    case 'search':
      return {
        typed,
        shown: {
          search: { text: sent.search, result: await searchProducts(db, sent.search) },
          focus: 'search-results',
        },
      }
    case 'product': {
      const product = await findProduct(db, value)
      return { typed: product ? withProduct(args, typed, product) : typed, shown: { focus: fieldId('title') } }
    }
    case 'noProduct':
      return { typed: withoutField(typed, 'epid'), shown: { focus: 'search' } }
    case 'category':
      return { typed, shown: { focus: fieldId('category') } }
    case 'rows': {
      const rows = carryRows(typedRows(typed), typedAxes(typed))
      return {
        typed: withRows(typed, rows),
        shown: { focus: rows.length > 0 ? fieldId('row.0.sku') : fieldId('axis1.values') },
      }
    }
    case 'setAll':
      return { typed: withAllRows(typed, value, form), shown: {} }
    case 'description':
      return { typed, shown: { descriptionHtml: safeHtml(typed['description'] ?? ''), focus: 'description-preview' } }
    case 'picture':
      return { typed: withPictures(typed, afterPictureIntent(typedPictures(typed), sent.intent)), shown: {} }
    case 'policy':
      return takePolicyStep(db, args, { value, typed, form })
    default:
      return { typed, shown: {} }
  }
}

function withAllRows(typed: Typed, value: string, form: FormData): Typed {
  const part = value === 'price' || value === 'quantity' ? value : null
  const text = part ? textOf(form, allRowsField(part)) : ''
  if (!part || text === '') return typed
  const rows = carryRows(typedRows(typed), typedAxes(typed))
  return withRows(
    typed,
    rows.map((row) => ({ ...row, [part]: text })),
  )
}

/** Fills in a product's data, keeping existing input except the category. */
function withProduct({ hub }: FormArgs, typed: Typed, product: Product): Typed {
  const leaf = findLeaf(hub.config.taxonomy, product.category)
  const brand = leaf?.aspects.find(({ name }) => name === 'Brand' || name === 'Marke')
  return {
    ...(product.weightGrams ? { weight: String(product.weightGrams) } : {}),
    ...(brand && product.brand ? { [`aspect.${brand.name}`]: product.brand } : {}),
    title: [...product.title].slice(0, 80).join(''),
    ...typed,
    epid: product.epid,
    ...(leaf ? { category: leaf.path } : {}),
  }
}
