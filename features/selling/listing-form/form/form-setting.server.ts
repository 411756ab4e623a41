import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerArgs } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import type { SellerDb } from '#db/client.ts'
import { unitCostOf } from '#features/core/costs/unit-cost.server.ts'
import { readCostSettings } from '#features/core/costs/goods-db.server.ts'
import { readListingPackaging } from '#features/core/costs/listing-packaging-db.server.ts'
import { feesOfShop, type FeePack } from '#features/core/fees/fee.ts'
import { listingTabs } from '#features/core/listing/listing.ts'
import { lowestPrice, policyKinds } from '#features/core/listing/listing-content.ts'
import { takesOffers } from '#features/core/offer/takes-offers-db.server.ts'
import { keepPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { Package } from '#features/selling/policies/package.ts'
import { readPackages } from '#features/selling/policies/packages-db.server.ts'
import type { Policy } from '#features/selling/policies/policy.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'
import type { FormView, HiddenFields, PolicyChoice } from './form-view.ts'
import { homePrice } from '#features/core/shipping/home-price.ts'
import { previewWords } from '#features/selling/policies/quote-words.ts'
import { policyWords } from '#features/selling/policies/policy-words.server.ts'
import { findProduct } from './products-db.server.ts'
import { readContent, type ReadContent, type ReadSetting } from './read-content.ts'
import { aspectNames, findLeaf, leafName, type TaxonomyLeaf } from '#features/core/listing/taxonomy.ts'
import { otherAspects, typedPictures, withoutField, type Typed } from './typed-form.ts'

export type FormArgs = Pick<SellerArgs, 'hub' | 'seller' | 'member' | 'requestId' | 'texts'>

/** Dependencies for saving and publishing a form, including one filled in by a seller's tool without a member. */
export interface ShopArgs {
  hub: FormArgs['hub']
  seller: Pick<FormArgs['seller'], 'id' | 'currency' | 'timeZone'>
  /** The reader's number format. */
  texts: Pick<FormArgs['texts'], 'typed' | 'grouping'>
}

export function settingOf({ hub, seller, texts }: Pick<ShopArgs, 'hub' | 'seller' | 'texts'>): ReadSetting {
  return {
    currency: seller.currency,
    grouping: texts.grouping,
    zone: seller.timeZone,
    limits: hub.config.policyPack.limits,
  }
}

/** The form's view for its input, before the step adds its part. */
export async function viewOf(
  db: SellerDb,
  args: FormArgs,
  { typed, hidden }: { typed: Typed; hidden: HiddenFields },
): Promise<FormView> {
  const { hub, seller, member, requestId } = args
  const { taxonomy, policyPack } = hub.config
  const fees = feesOfShop(policyPack, seller)
  const policies = await readPolicies(db, seller.id)
  const packages = await readPackages(db, seller.id)
  const read = readContent(typed, settingOf(args))
  const leaf = findLeaf(taxonomy, typed['category'] ?? null)
  const product = typed['epid'] ? await findProduct(db, typed['epid']) : null
  return {
    takesOffers: await takesOffers(db, seller.id),
    stamp: requestId,
    hidden,
    typed: withoutGonePolicies(typed, policies),
    leaf,
    aspectNames: aspectNames(taxonomy, args.texts.locale, {
      aspects: [...(leaf?.aspects ?? []), ...otherAspects(typed, leaf)],
    }),
    categories: await categoryChoices(db, args),
    product,
    pictures: await keepPictures(db, { sellerId: seller.id, chosen: typedPictures(typed), now: hub.now() }),
    search: null,
    policies: policies.map((policy) => choiceOf(policy, { read, packages }, args)),
    packages: packages.map(({ id, name, isDefault }) => ({
      value: id,
      label: isDefault ? args.texts.t('shipping.package.isDefault', { name }) : name,
    })),
    newPolicy: null,
    fees,
    insertionFeeMinor: fees ? await insertionFee(db, args, fees) : 0,
    packagingMinor: await packagingOf(db, seller, hidden),
    skuCost: await skuCostOf(db, seller, typed['sku']?.trim() ?? ''),
    ...settingOf(args),
    errors: [],
    conflict: null,
    savedAt: null,
    descriptionHtml: null,
    focus: null,
    listing: null,
    locks: { title: null, format: null, quantity: null, sku: null },
    copies: `hub.form.${seller.username}.${member.id}.`,
    hasOtherPicture: product?.imageUrl != null,
    isRestored: false,
    isKept: true,
  }
}

/** Packaging of one sold item: by its listing, or the one it is made from; else that of an order. */
async function packagingOf(
  db: SellerDb,
  { id: sellerId, currency }: Pick<FormArgs['seller'], 'id' | 'currency'>,
  { on, from }: HiddenFields,
): Promise<number> {
  const itemNumber = on?.itemNumber ?? from
  const listing = itemNumber === null ? null : await findListingId(db, sellerId, itemNumber)
  const own = listing && (await readListingPackaging(db, { sellerId, listingId: listing.id }))
  if (own?.currency === currency && own.packagingMinor !== null) return own.packagingMinor
  const settings = await readCostSettings(db, sellerId)
  return settings?.packaging_currency === currency ? (settings.packaging_minor ?? 0) : 0
}

async function skuCostOf(
  db: SellerDb,
  { id, currency, role }: Pick<FormArgs['seller'], 'id' | 'currency' | 'role'>,
  sku: string,
): Promise<FormView['skuCost']> {
  if (sku === '' || !mayDo(role, 'money.view')) return null
  const unitCost = unitCostOf(id, { sku: sql`${sku}`, currency: sql`${currency}` })
  const { rows } = await sql<{ minor: number | null }>`select ${unitCost} as minor`.execute(db)
  const minor = rows[0]?.minor ?? null
  return minor === null ? null : { sku, minor }
}

const findListingId = (db: SellerDb, sellerId: number, itemNumber: string) =>
  selectOfSeller(db, 'listings', sellerId).select('id').where('item_number', '=', itemNumber).executeTakeFirst()

/** The input without deleted policies, unless they have been restored. */
function withoutGonePolicies(typed: Typed, policies: readonly Policy[]): Typed {
  return policyKinds.reduce((rest, kind) => {
    const id = typed[`policy.${kind}`]
    const isThere = !id || policies.some((policy) => policy.kind === kind && policy.id === id)
    return isThere ? rest : withoutField(rest, `policy.${kind}`)
  }, typed)
}

/** Number of the seller's own categories listed first. */
const ownCategories = 8

async function categoryChoices(db: SellerDb, { hub, seller, texts }: FormArgs): Promise<FormView['categories']> {
  const { leaves } = hub.config.taxonomy
  const { rows } = await sql<{ category: string }>`
    select category from listing_counts where seller_id = ${seller.id} and listings > 0
    group by category order by sum(listings) desc, category`.execute(db)
  const used = rows.flatMap(({ category }) => findLeaf(hub.config.taxonomy, category) ?? [])
  const own = [...new Set(used)].slice(0, ownCategories)
  const choiceOfLeaf = (leaf: TaxonomyLeaf) => ({ value: leaf.path, label: leafName(leaf, texts.locale) })
  const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, texts.locale)
  return {
    own: own.map(choiceOfLeaf),
    others: leaves
      .filter((leaf) => !own.includes(leaf))
      .map(choiceOfLeaf)
      .toSorted(byLabel),
  }
}

/** A policy with what it costs to ship the item as it is typed. */
function choiceOf(
  policy: Policy,
  { read: { content }, packages }: { read: ReadContent; packages: readonly Package[] },
  { seller, texts }: FormArgs,
): PolicyChoice {
  const { id, kind, name, shipping } = policy
  const label = policyWords(policy, seller.currency, texts)
  const { weightGrams: grams, packageId } = content.parcel
  const { emptyGrams = 0 } =
    packages.find((each) => each.id === packageId) ?? packages.find((each) => each.isDefault) ?? {}
  const unit = { quantity: 1, grams, emptyGrams, priceMinor: lowestPrice(content) ?? 0 }
  const priceMinor = homePrice({ shipping, ...unit, country: seller.country })
  return { id, kind, name, label, priceMinor, preview: shipping && previewWords({ shipping, unit, seller }, texts) }
}

/** Tabs of started and scheduled listings; a draft's start is only planned. */
const startedTabs = listingTabs.filter((tab) => tab !== 'drafts')

/** Insertion fee of one more listing: zero until the month's free listings, including scheduled ones, are used up. */
async function insertionFee(db: SellerDb, { hub, seller }: FormArgs, { fees }: FeePack): Promise<number> {
  const { from, before } = monthAt(hub.now(), seller.timeZone)
  const { rows } = await sql<{ used: number }>`
    select count(*) as used from (
      select from listings
      where seller_id = ${seller.id} and tab in (${sql.join(startedTabs)}) and starts_at >= ${from} and starts_at < ${before}
      limit ${fees.insertion.freePerMonth}
    ) as put_up`.execute(db)
  return (rows[0]?.used ?? 0) >= fees.insertion.freePerMonth ? fees.insertion.fee : 0
}

/** The month containing a moment in a zone, up to the start of the next. */
function monthAt(at: Date, zone: string): { from: Date; before: Date } {
  const first = `${dateAt(at, zone).slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  return { from: startOfDay(first, zone), before: startOfDay(next, zone) }
}
