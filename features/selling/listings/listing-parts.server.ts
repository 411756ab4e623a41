import { sql } from 'kysely'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import type { SellerDb } from '#db/client.ts'
import { readListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { policyWords } from '#features/selling/policies/policy-words.server.ts'
import { policyKinds } from '#features/core/listing/listing-content.ts'
import { lockedFields } from '#features/core/listing/listing-locks.ts'
import { aspectName, aspectNames, categoryName } from '#features/core/listing/taxonomy.ts'
import { statusWords } from '#features/orders/order-list/order-words.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import { readPolicies } from '#features/selling/policies/policies-db.server.ts'
import type { TextInput } from '#shui/text/text-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { readAnswers, readQuestionsAbout } from '#features/selling/listing-answers/listing-answers-db.server.ts'
import { readableText } from '#features/core/policy-pack/hide-contacts.ts'
import { replyHref } from '#features/orders/conversations/thread-id.ts'
import { momentWords } from '#texts/moment-words.ts'
import { listingOffers } from './listing-offers.server.ts'
import { listingPriceRule } from './listing-price-rule.server.ts'
import { offerTexts } from './listing-offer.ts'
import type { ListingRow } from './listings-list-row.server.ts'
import { offerRows } from './save-offer.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { OrderStatus } from '#features/core/order/order.ts'

interface ListingOrder {
  order_number: string
  placed_at: Date
  status: OrderStatus
  buyer_username: string
  /** Of this listing, without cancelled ones unless all are. */
  units: number
}

export async function latestOrders(
  db: SellerDb,
  { sellerId, listingId, most }: { sellerId: number; listingId: number; most: number },
): Promise<ListingOrder[]> {
  const { rows } = await sql<ListingOrder>`
    select o.order_number, o.placed_at, o.status, o.buyer_username,
      coalesce(nullif(sum(l.quantity - l.cancelled_quantity), 0), sum(l.quantity))::integer as units
    from line_items l
    join orders o on o.seller_id = l.seller_id and o.id = l.order_id
    where l.seller_id = ${sellerId} and o.seller_id = ${sellerId} and l.listing_id = ${listingId}
    group by o.id, o.order_number, o.placed_at, o.status, o.buyer_username
    order by o.placed_at desc, o.id desc
    limit ${most}`.execute(db)
  return rows
}

interface PartRow {
  position: number
  variation: string | null
  sku: string
  units: number
  available: number
  /** Null if no listing has the SKU any more. */
  number: string | null
  item: string | null
  title: string | null
}

/** Reads what a listing and its variations are made of, with what is available of each part; empty if it is no kit. */
async function listingKit(
  db: SellerDb,
  { sellerId, listingId, texts }: { sellerId: number; listingId: number; texts: Texts },
) {
  const { rows } = await sql<PartRow>`
    select k.position, array_to_string(v.axis_values, ', ') as variation, k.part_sku as sku, k.units,
      coalesce(i.available, 0) as available, i.stock_number as number, l.item_number as item,
      concat_ws(', ', l.title, array_to_string(w.axis_values, ', ')) as title
    from kit_parts k
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = k.listing_id and v.position = k.position
    left join stock_items i on i.seller_id = ${sellerId} and i.sku = k.part_sku
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join listing_variations w on w.seller_id = ${sellerId} and w.listing_id = i.listing_id and w.position = i.position
    where k.seller_id = ${sellerId} and k.listing_id = ${listingId} order by k.position, k.nth`.execute(db)
  return rows.map(({ position, variation, sku, units, available, number, item, title }) => ({
    key: `${position} ${sku}`,
    variation,
    sku,
    skuHref: number === null ? null : paths.stockItem(number),
    title: title ?? '',
    href: item === null ? null : paths.listing(item),
    units: texts.number(units),
    available: texts.number(available),
  }))
}

declare module '#web/hub.ts' {
  interface HubConfig {
    /** Public URL of listings, with `{item}` for the item number; null if not configured. */
    listingUrl: string | null
  }
}

export type ListingParts = Awaited<ReturnType<typeof listingParts>>

const mostOrders = 5
/** Variations of a listing whose labels are offered; an address has room for them. */
const mostSkus = 100

export async function listingParts(db: SellerDb, args: SellerArgs, row: ListingRow) {
  const { hub, seller, texts } = args
  const { id, item_number: itemNumber, currency, state, version } = row
  const listing = assertDefined(await readListing(db, seller.id, itemNumber), 'it was found in this transaction')
  const { content } = listing
  const locked = lockedFields({ ...listing, format: content.format }, hub.now()).quantity
  const policies = await readPolicies(db, seller.id)
  const orders = await latestOrders(db, { sellerId: seller.id, listingId: id, most: mostOrders })
  const rows = offerRows({ content, quantity: row.quantity_available })
  const names = aspectNames(hub.config.taxonomy, texts.locale)
  const isOnOffer = state !== 'DRAFT' && state !== 'ENDED'
  const hidesPrices = !mayDo(seller.role, 'amounts.view')
  return {
    offer: {
      currency: hidesPrices ? '' : currency,
      version,
      rows: hidesPrices ? rows.map((each) => ({ ...each, priceMinor: 0 })) : rows,
      texts: hidesPrices ? {} : offerTexts(rows, currency, texts),
      mayEdit: isOnOffer && mayDo(seller.role, 'listings.edit'),
      hidesPrices,
      unitsLock: locked ? texts.t(`listingForm.problem.${locked}`) : null,
    },
    category: row.category ? categoryName(hub.config.taxonomy, row.category, texts.locale) : null,
    aspects: Object.entries(content.aspects).map(([name, values]) => ({
      label: aspectName(names, name),
      value: values.join(', '),
    })),
    // Sanitised at publishing, but a draft's is not.
    // Sanitised HTML; empty if there is none.
    descriptionHtml: safeHtml(content.description),
    handling: content.handlingDays === null ? null : texts.t('listing.handling.days', { n: content.handlingDays }),
    policies: policyKinds.flatMap((kind) => {
      const policy = policies.find((own) => own.kind === kind && own.id === content.policies[kind])
      const label = texts.t(`listingForm.policy.${kind}`)
      if (!policy) return []
      const shown = hidesPrices ? { ...policy, shipping: null } : policy
      return [{ label, words: policyWords(shown, currency, texts), terms: policy.terms }]
    }),
    // What a kit is made of; empty if it is none.
    kit: await listingKit(db, { sellerId: seller.id, listingId: id, texts }),
    priceRule: await listingPriceRule(db, args, row),
    offers: await listingOffers(db, args, row),
    questions: await questionsModel(db, args, row),
    orders: orders.map((order) => orderModel(order, texts)),
    ordersHref: ordersHref({}, itemNumber),
    // Prints labels of its SKUs; null if it has none.
    labels: await labelsOf(db, seller.id, id, texts),
    // Public URL of the listing; null if not public or not configured.
    marketplaceHref:
      state === 'ACTIVE' || state === 'OUT_OF_STOCK' ? marketplaceHref(hub.config.listingUrl, itemNumber) : null,
  }
}

async function labelsOf(db: SellerDb, sellerId: number, listingId: number, { t }: Texts): Promise<TextInput | null> {
  const { rows } = await sql<{ number: string }>`
    select i.stock_number as number from stock_items i
    where i.seller_id = ${sellerId} and i.sku in (
      select sku from listings where seller_id = ${sellerId} and id = ${listingId}
      union all select sku from listing_variations where seller_id = ${sellerId} and listing_id = ${listingId})
    order by i.sku limit ${mostSkus}`.execute(db)
  if (rows.length === 0) return null
  return { text: t('inventory.step.labels'), action: { type: 'NAV', URL: paths.productLabelsOf(...rows) } }
}

function orderModel(order: ListingOrder, texts: Texts) {
  return {
    number: order.order_number,
    href: paths.orderDetails(order.order_number),
    placed: texts.moment(order.placed_at, 'day'),
    buyer: shownBuyer(order.buyer_username, texts),
    units: texts.number(order.units),
    status: statusWords(order.status, texts),
  }
}

const mostQuestions = 5

export type ListingQuestionsModel = Awaited<ReturnType<typeof questionsModel>>

/** What buyers asked about a listing, and its answers; `asked` is null if the reader may not see conversations. */
async function questionsModel(
  db: SellerDb,
  { hub, seller, texts }: SellerArgs,
  { id: listingId, item_number: item }: ListingRow,
) {
  const answers = await readAnswers(db, seller.id, listingId)
  const found = mayDo(seller.role, 'buyers.talk')
    ? await readQuestionsAbout(db, { sellerId: seller.id, listingId, most: mostQuestions })
    : null
  const readable = readableText(hub.config.policyPack, texts)
  return {
    answers,
    mayEdit: mayDo(seller.role, 'listings.edit'),
    asked: found && {
      waiting: found.waiting,
      href: withQuery(paths.conversations, { about: 'question', q: item }),
      questions: found.questions.map(({ thread, buyer_username: buyer, body, last_at: at, awaiting_since: since }) => ({
        thread,
        href: replyHref(thread),
        buyer: shownBuyer(buyer, texts),
        text: readable(body),
        when: momentWords(at, hub.now(), texts),
        waits: since !== null,
      })),
    },
  }
}

function marketplaceHref(listingUrl: string | null, itemNumber: string): string | null {
  return listingUrl?.replaceAll('{item}', itemNumber) ?? null
}
