import type { SellerDb } from '#db/client.ts'
import { fieldId } from '#features/listings/field-id.ts'
import { policyKinds, type PolicyKind } from '#features/listings/listing-content.ts'
import { afterPictureIntent } from '#features/listing-pictures/picture-list.ts'
import { addPolicy, deletePolicy } from '#features/policies/policies-db.server.ts'
import { policyProblems, type NewPolicy } from '#features/policies/policy.ts'
import type { FormArgs } from './form-setting.server.ts'
import type { FormView, TypedPolicy } from './form-view.ts'
import { findProduct, searchProducts, type Product } from './products-db.server.ts'
import { readAmount } from './read-amount.ts'
import { safeHtml } from './safe-html.server.ts'
import type { SentForm } from './sent-form.ts'
import { findLeaf } from './taxonomy.ts'
import { typedAxes, typedPictures, typedRows, withPictures, withRows, type Typed } from './typed-form.ts'
import { carryRows } from './variation-matrix.ts'

/** What a button inside the form does: changes what is typed, and shows something more. */
export interface Step {
  typed: Typed
  shown: Partial<FormView>
}

/** Takes the step of a button; a button that only keeps or publishes changes nothing. */
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
      return { typed: without(typed, 'epid'), shown: { focus: 'search' } }
    case 'category':
      return { typed, shown: { focus: fieldId('category') } }
    case 'rows': {
      const rows = carryRows(typedRows(typed), typedAxes(typed))
      return {
        typed: withRows(typed, rows),
        shown: { focus: rows.length > 0 ? fieldId('row.0.sku') : fieldId('axis1.values') },
      }
    }
    case 'description':
      return { typed, shown: { descriptionHtml: safeHtml(typed['description'] ?? ''), focus: 'description-preview' } }
    case 'picture':
      return { typed: withPictures(typed, afterPictureIntent(typedPictures(typed), sent.intent)), shown: {} }
    case 'policy': {
      const kind = policyKinds.find((each) => each === value)
      return kind ? createPolicy(db, args, { typed, kind, form }) : { typed, shown: {} }
    }
    case 'deletePolicy': {
      const kind = policyKinds.find((each) => each === value)
      return kind ? dropPolicy(db, args, { typed, kind }) : { typed, shown: {} }
    }
    default:
      return { typed, shown: {} }
  }
}

/** Fills in what a product says; what is typed already stays, but the category follows the product. */
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

function without(typed: Typed, field: string): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => name !== field))
}

/** Deletes the chosen policy, unless a listing uses it: then the form says how many do. */
async function dropPolicy(
  db: SellerDb,
  { seller, texts }: FormArgs,
  { typed, kind }: { typed: Typed; kind: PolicyKind },
): Promise<Step> {
  const field = `policy.${kind}`
  const id = Number(typed[field])
  if (!Number.isSafeInteger(id)) return { typed, shown: {} }
  const { usedBy } = await deletePolicy(db, { sellerId: seller.id, kind, id })
  if (usedBy === 0) return { typed: without(typed, field), shown: { focus: fieldId(field) } }
  const text = texts.t('listingForm.policy.used', { n: usedBy })
  return { typed, shown: { errors: [{ field, fieldId: fieldId(field), text }] } }
}

/** Keeps a new policy and chooses it; what is wrong with it stands beside its own fields. */
async function createPolicy(
  db: SellerDb,
  { seller }: FormArgs,
  { typed, kind, form }: { typed: Typed; kind: PolicyKind; form: FormData },
): Promise<Step> {
  const text = (name: string) => {
    const value = form.get(`newPolicy.${kind}.${name}`)
    return typeof value === 'string' ? value.trim() : ''
  }
  const given = { kind, name: text('name'), price: text('price'), days: text('days'), terms: text('terms') }
  const policy: NewPolicy = {
    kind,
    name: given.name,
    priceMinor: kind === 'FULFILMENT' ? readAmount(given.price, seller.currency) : null,
    days: kind === 'RETURN' && /^\d{1,4}$/.test(given.days) ? Number(given.days) : null,
    terms: given.terms,
  }
  const problems: TypedPolicy['problems'] = policyProblems(policy)
  const id = problems.length > 0 ? null : await addPolicy(db, seller.id, policy)
  const field = fieldId(`policy.${kind}`)
  if (id !== null) return { typed: { ...typed, [`policy.${kind}`]: String(id) }, shown: { focus: field } }
  const wrong: TypedPolicy = { ...given, problems: problems.length > 0 ? problems : ['nameTaken'] }
  return { typed, shown: { newPolicy: wrong, focus: fieldId(`newPolicy.${kind}.name`) } }
}
