import { sql } from 'kysely'
import {
  parseOfferKey,
  stateAt,
  turnOf,
  type OfferKey,
  type OfferRow,
  type OfferState,
} from '#features/core/offer/offer.ts'
import { moveOffer, type MoveOutcome } from '#features/core/offer/offers-db.server.ts'
import { parseDecimal, toDecimal } from '#lib/money.ts'
import type { TradingCall } from './trading-call.ts'
import { invalidTag, TradingError } from './trading-error.ts'
import { childrenOf, textIn, type XmlElement, type XmlNode } from './xml.ts'

interface SoldOffer extends OfferRow {
  item_number: string
  title: string
  asked_minor: number
  ends_at: Date | null
}

/** Marks an offer's key as a text: clients read digits as numbers. */
const prefix = 'o'

const keyOf = (id: string): OfferKey => {
  const key = parseOfferKey(id.startsWith(prefix) ? id.slice(prefix.length) : id)
  if (!key) throw noSuchOffer()
  return key
}

const noSuchOffer = () => new TradingError(20136, 'There is no such Best Offer for this listing.', 'BestOfferID')

const most = 200

/** Lists offers: of one listing, or of all. Those that await an answer unless the request asks for all, or for one. */
export async function getBestOffers(call: TradingCall): Promise<readonly XmlNode[]> {
  const { request, hub, seller } = call
  const [item, id] = [itemIn(request), textIn(request, 'BestOfferID')]
  const asked = textIn(request, 'BestOfferStatus') ?? (id ? 'All' : 'Active')
  if (asked !== 'All' && asked !== 'Active')
    throw new TradingError(20139, 'BestOfferStatus is invalid. Valid values are All, Active.', 'BestOfferStatus')
  const { size, page } = pageIn(request)
  const now = hub.now()
  const which = sql`${item ? sql`l.item_number = ${item}` : sql`true`} and ${id ? sql`b.offer_key = ${keyOf(id)}` : sql`true`}
    and ${asked === 'Active' ? sql`b.turn is not null and b.due_at > ${now}` : sql`true`}`
  const { known, total, rows } = await call.read(async (db) => {
    const { rows: facts } = await sql<{ known: boolean; total: number }>`
      select ${item ?? null}::text is null or exists (
          select from listings where seller_id = ${seller.id} and item_number = ${item ?? null} and state <> 'DRAFT') as known,
        (select count(*)::integer from buyer_offers b join listings l on l.seller_id = ${seller.id} and l.id = b.listing_id
          where b.seller_id = ${seller.id} and ${which}) as total`.execute(db)
    const found = await sql<SoldOffer>`
      select b.*, l.item_number, l.title, l.price_minor as asked_minor, l.ends_at
      from buyer_offers b join listings l on l.seller_id = ${seller.id} and l.id = b.listing_id
      where b.seller_id = ${seller.id} and ${which} order by b.id desc limit ${size} offset ${(page - 1) * size}`.execute(
      db,
    )
    return { known: facts[0]?.known ?? false, total: facts[0]?.total ?? 0, rows: found.rows }
  })
  if (!known) throw new TradingError(17, 'There is no such listing of this seller.', 'ItemID')
  const [first] = rows
  if (!first && (item || id)) throw new TradingError(20140, 'No Best Offers found for your criteria.')
  const paging: XmlNode[] = [
    ['PageNumber', page],
    [
      'PaginationResult',
      [
        ['TotalNumberOfPages', Math.ceil(total / size)],
        ['TotalNumberOfEntries', total],
      ],
    ],
  ]
  const write = (offers: readonly SoldOffer[]): XmlNode => [
    'BestOfferArray',
    offers.map((offer) => writeOffer(offer, now)),
  ]
  if (item && first) return [write(rows), writeItem(first), ...paging]
  const byItem = [...Map.groupBy(rows, (row) => row.item_number).values()]
  return [
    [
      'ItemBestOffersArray',
      byItem.map((offers): XmlNode => [
        'ItemBestOffers',
        [['Role', 'Seller'], write(offers), ...offers.slice(0, 1).map(writeItem)],
      ]),
    ],
    ...paging,
  ]
}

function itemIn(request: XmlElement): string | undefined {
  const item = textIn(request, 'ItemID')
  if (item !== undefined && !/^\d{1,19}$/.test(item)) throw invalidTag('ItemID')
  return item
}

function pageIn(request: XmlElement): { size: number; page: number } {
  const [pagination] = childrenOf(request, 'Pagination')
  const number = (tag: string, usual: number, largest: number) => {
    const text = pagination && textIn(pagination, tag)
    if (text === undefined) return usual
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (value < 1 || value > largest) throw invalidTag(tag, `It is a number from 1 to ${largest}.`)
    return value
  }
  return { size: number('EntriesPerPage', most, most), page: number('PageNumber', 1, 1_000_000) }
}

const statuses: Readonly<Record<OfferState, string>> = {
  OPEN: 'Pending',
  COUNTERED_BY_BUYER: 'Pending',
  COUNTERED_BY_SELLER: 'Active',
  ACCEPTED: 'PendingBuyerPayment',
  PAID: 'Accepted',
  NOT_PAID: 'Expired',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
  WITHDRAWN: 'Retracted',
  LISTING_ENDED: 'AdminEnded',
}

function writeOffer(offer: SoldOffer, now: Date): XmlNode {
  const state = stateAt(offer, now)
  const isOfSeller = state === 'COUNTERED_BY_SELLER' || (offer.begun_by === 'SELLER' && state !== 'COUNTERED_BY_BUYER')
  const type = isOfSeller
    ? 'SellerCounterOffer'
    : state === 'COUNTERED_BY_BUYER'
      ? 'BuyerCounterOffer'
      : 'BuyerBestOffer'
  const isOpenOfSeller = state === 'OPEN' && turnOf(offer) === 'BUYER'
  return [
    'BestOffer',
    [
      ['BestOfferID', prefix + offer.offer_key],
      ['ExpirationTime', offer.due_at?.toISOString()],
      ['Buyer', [['UserID', offer.buyer_username]]],
      ['Price', toDecimal({ minor: offer.price_minor, currency: offer.currency }), { currencyID: offer.currency }],
      ['Status', isOpenOfSeller ? 'Active' : statuses[state]],
      ['Quantity', offer.units],
      [isOfSeller ? 'SellerMessage' : 'BuyerMessage', offer.message],
      ['BestOfferCodeType', type],
    ],
  ]
}

const writeItem = ({ item_number: item, title, asked_minor: minor, currency, ends_at: endsAt }: SoldOffer): XmlNode => [
  'Item',
  [
    ['BuyItNowPrice', toDecimal({ minor, currency }), { currencyID: currency }],
    ['Currency', currency],
    ['ItemID', item],
    ['ListingDetails', [['EndTime', endsAt?.toISOString()]]],
    ['Title', title],
  ],
]

const actions = { Accept: 'accept', Decline: 'decline', Counter: 'counter' } as const

/** Answers an offer, or declines several: all or none. Buyers are told at once. */
export async function respondToBestOffer(call: TradingCall): Promise<readonly XmlNode[]> {
  const { request, hub, seller } = call
  const item = itemIn(request)
  if (!item) throw invalidTag('ItemID')
  const action = textIn(request, 'Action')
  const step = Object.entries(actions).find(([name]) => name === action)?.[1]
  if (!step) throw invalidTag('Action', 'It is Accept, Counter or Decline.')
  const ids = [...new Set(childrenOf(request, 'BestOfferID').map(({ text }) => text.trim()))].toSorted()
  if (ids.length === 0 || ids.length > most) throw invalidTag('BestOfferID')
  if (ids.length > 1 && step !== 'decline') throw invalidTag('BestOfferID', 'Only Decline takes several.')
  const message = messageIn(request)
  await call.write(async (db) => {
    for (const id of ids) {
      const { rows } = await sql<Pick<OfferRow, 'id' | 'currency'>>`
        select b.id, b.currency from buyer_offers b join listings l on l.seller_id = ${seller.id} and l.id = b.listing_id
        where b.seller_id = ${seller.id} and b.offer_key = ${keyOf(id)} and l.item_number = ${item}`.execute(db)
      const [offer] = rows
      if (!offer) throw noSuchOffer()
      const moved = await moveOffer(
        db,
        {
          sellerId: seller.id,
          offer: { id: offer.id },
          step,
          by: 'SELLER',
          message,
          now: hub.now(),
          ...(step === 'counter' ? { terms: { ...termsIn(request, offer.currency), message } } : {}),
        },
        hub.config.policyPack.offers,
      )
      if (!moved.ok) throw refusalOf(moved.reason, step)
    }
  })
  const answered = ids.map((id): XmlNode => [
    'BestOffer',
    [
      ['BestOfferID', id],
      ['CallStatus', 'Success'],
    ],
  ])
  return [['RespondToBestOffer', answered]]
}

function messageIn(request: XmlElement): string | null {
  const text = textIn(request, 'SellerResponse')
  if (text !== undefined && ([...text].length > 2_000 || /\p{Cc}/u.test(text.replaceAll(/[\t\n\r]/g, ''))))
    throw invalidTag('SellerResponse', 'It has at most 2,000 characters.')
  return text ?? null
}

function termsIn(request: XmlElement, currency: string): { priceMinor: number; units: number } {
  const quantity = textIn(request, 'CounterOfferQuantity')
  if (quantity === undefined) throw new TradingError(21921, undefined, 'CounterOfferQuantity')
  const units = /^\d{1,7}$/.test(quantity) ? Number(quantity) : 0
  if (units < 1 || units > 1_000_000) throw invalidTag('CounterOfferQuantity')
  const [price] = childrenOf(request, 'CounterOfferPrice')
  const given = price?.attributes.currencyID
  const priceMinor = parseDecimal(price?.text.trim() ?? '', currency)?.minor
  if ((given !== undefined && given !== currency) || !priceMinor || priceMinor < 0)
    throw invalidTag('CounterOfferPrice', `It is an amount in ${currency}.`)
  return { priceMinor, units }
}

function refusalOf(reason: Extract<MoveOutcome, { ok: false }>['reason'], step: string): TradingError {
  switch (reason) {
    case 'unknown':
      return noSuchOffer()
    case 'not-your-turn':
      return new TradingError(21940)
    case 'not-less':
      return invalidTag('CounterOfferPrice', 'It is not less than the listing asked.')
    case 'not-enough-stock':
      return step === 'counter'
        ? invalidTag('CounterOfferQuantity', 'The listing has fewer units left.')
        : new TradingError(21929, 'The listing has fewer units left than the offer is for.')
    default:
      return new TradingError(21929, 'It has expired, was withdrawn, or was answered already.')
  }
}
