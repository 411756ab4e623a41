import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { unitCost } from '#features/core/offer/answer-by-rules-db.server.ts'
import { counterPrice, type CounterPrice } from '#features/core/offer/offer-rules.ts'
import { parseOfferKey, sellerAnswers, type OfferKey } from '#features/core/offer/offer.ts'
import { chosenIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen, openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { backToList } from '#features/machinery/grid/way-back.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { hour } from '#lib/duration.ts'
import { oneOf, textOf, textsIn } from '#lib/form-fields.ts'
import { formatGridQuery, gridHref } from '#lib/grid-query.ts'
import { readUnits } from '#lib/read-amount.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import { answerOffers, type AnsweredOffer } from './answer-offers-db.server.ts'
import { readOfferRules } from './offer-rules-db.server.ts'
import { refusalText, type AnswerRefusal } from './offer-words.ts'
import { offersList } from './offers-list.server.ts'
import { typedTerms, type TermField } from './typed-terms.ts'

const mostAtOnce = 1_000
const mostNamed = 50
const mostPercent = 99

const openChosenOffers = (params: URLSearchParams, visit: SellerArgs) =>
  openChosen(offersList, { path: paths.offers, params, parse: parseOfferKey }, visit)

interface ChosenOffer {
  key: OfferKey
  version: number
  title: string
  currency: string
  units: number
  priceMinor: number
  listPriceMinor: number
  costMinor: number | null
}

/** The selected offers, one more than may be answered; of all that match, those that await the seller. */
async function readChosen(db: SellerDb, match: ReturnType<typeof openChosenOffers>): Promise<ChosenOffer[]> {
  const { sellerId, now } = match
  const { rows } = await sql<ChosenOffer>`
    select o.offer_key as key, o.version, l.title, o.currency, o.units, o.price_minor as "priceMinor",
      o.list_price_minor as "listPriceMinor", ${unitCost(sellerId, sql`coalesce(o.sku, l.sku)`)} as "costMinor"
    from buyer_offers o
    join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = o.listing_id
    where o.seller_id = ${sellerId} and o.id in (${await chosenIds(db, offersList, match)})
      and ${match.keys ? sql`true` : sql`o.turn = 'SELLER' and o.due_at > ${now}`}
    order by o.due_at, o.id limit ${mostAtOnce + 1}`.execute(db)
  return rows
}

type BulkField = TermField | 'by' | 'figure'

/** Answers the selected offers, each or not, and leads to the list; to this page if some were not answered. */
export async function answerChosenOffers(visit: SellerActionArgs) {
  const { form, hub, member, seller, texts, url, write } = visit
  const step = sellerAnswers.find((each) => each === url.searchParams.get('step'))
  if (!step) throw refuse('malformed')
  const isOwnForm = url.searchParams.has('keys') || url.searchParams.has('all')
  const match = openChosenOffers(isOwnForm ? url.searchParams : new URLSearchParams(textsIn(form)), visit)
  const terms = typedTerms(form, texts)
  const { price, values, errors } = typedPrice(visit)
  if (step === 'counter' && (!price || hasErrors(terms.errors)))
    return refused<BulkField>({ ...errors, ...terms.errors }, { ...values, ...terms.values })
  const now = hub.now()
  const outcome = await write(async (db) => {
    const chosen = await readChosen(db, match)
    const rules = await readOfferRules(db, seller.id)
    const offers: AnsweredOffer[] = []
    const left: { key: OfferKey; reason: AnswerRefusal }[] = []
    for (const { key, version, units, ...offer } of chosen.slice(0, mostAtOnce)) {
      const counter = step === 'counter' && price ? counterPrice(price, offer, rules) : null
      if (counter && !counter.ok) left.push({ key, reason: counter.reason })
      else
        offers.push({
          key,
          version,
          ...(counter ? { terms: { priceMinor: counter.priceMinor, units, message: terms.message } } : {}),
        })
    }
    const answered = await answerOffers(db, {
      sellerId: seller.id,
      member,
      offers,
      step,
      dueAt: step === 'counter' && terms.hours ? new Date(now.getTime() + terms.hours * hour) : null,
      now,
      limits: hub.config.policyPack.offers,
    })
    return { ...answered, left: [...left, ...answered.refused], isAll: chosen.length <= mostAtOnce }
  })
  const { done, left, undo, isAll } = outcome
  const href =
    left.length === 0 && isAll && done.length > 0
      ? gridHref(paths.offers, match.query, match.definition)
      : withQuery(paths.offersAnswers, {
          step,
          done: String(done.length),
          left: String(left.length),
          named: left
            .slice(0, mostNamed)
            .map(({ key, reason }) => `${key}.${reason}`)
            .join(','),
          more: isAll ? null : '1',
          list: formatGridQuery(match.query, match.definition),
        })
  return redirect(withUndo(href, undo), { status: 303 })
}

/** How the prices of counteroffers are set, as typed; null, with an error, if it cannot be used. */
function typedPrice({ form, texts: { t, grouping } }: SellerActionArgs) {
  const by = oneOf(form, 'by', ['percent', 'mean']) ?? 'percent'
  const values = { by, figure: textOf(form, 'figure') }
  const errors: FieldErrors<BulkField> = {}
  const percent = readUnits(values.figure, grouping)
  const isPercent = percent !== null && percent >= 1 && percent <= mostPercent
  if (by === 'percent' && !isPercent) errors.figure = t('offers.send.error.percent', { least: 1, most: mostPercent })
  const price: CounterPrice | null = by === 'mean' ? 'mean' : isPercent ? { discountPercent: percent } : null
  return { price, values, errors }
}

/** What became of an answer to several offers, or the form of counteroffers to those selected by the URL. */
export async function readAnswersPage(visit: SellerArgs) {
  const { url } = visit
  return url.searchParams.has('done') ? readOutcome(visit) : readCounterForm(visit)
}

async function readCounterForm(visit: SellerArgs) {
  const { hub, read, seller, texts, url } = visit
  const match = openChosenOffers(url.searchParams, visit)
  const { chosen, rules } = await read(async (db) => ({
    chosen: await readChosen(db, match),
    rules: await readOfferRules(db, seller.id),
  }))
  return {
    kind: 'counter' as const,
    n: Math.min(chosen.length, mostAtOnce),
    most: chosen.length > mostAtOnce ? mostAtOnce : null,
    floor: rules.leastMarginPercent,
    rules,
    offers: chosen.slice(0, mostNamed).map((offer) => ({ ...offer, href: paths.offer(offer.key) })),
    hours: String(Math.round(hub.config.policyPack.offers.stands / hour)),
    address: url.pathname + url.search,
    back: backToList(offersList, match, texts),
  }
}

const undoTexts = {
  accept: 'undo.done.offerAccept',
  decline: 'undo.done.offerDecline',
  counter: 'undo.done.offerCounter',
} as const

async function readOutcome(visit: SellerArgs) {
  const { read, seller, texts, url } = visit
  const { t } = texts
  const query = url.searchParams
  const step = sellerAnswers.find((each) => each === query.get('step'))
  const [done, left] = [query.get('done'), query.get('left')].map((count) => Number(/^\d{1,4}$/.exec(count ?? '')?.[0]))
  if (!step || !Number.isInteger(done) || !Number.isInteger(left)) throw refuse('malformed')
  const named = (query.get('named') ?? '').split(',').flatMap((each) => {
    const [, name = '', reason = ''] = /^(\w+)\.([a-z-]+)$/.exec(each) ?? []
    const key = parseOfferKey(name)
    return key ? [{ key, reason }] : []
  })
  const titles = await read((db) =>
    readTitles(
      db,
      seller.id,
      named.map(({ key }) => key),
    ),
  )
  const list = openFrom(offersList, paths.offers, query.get('list') ?? '', visit)
  return {
    kind: 'outcome' as const,
    title: done ? t(undoTexts[step], { n: done }) : t('offers.bulk.none'),
    note: left ? t('offers.bulk.left', { n: left }) : done ? null : t('offers.bulk.noneWaits'),
    more: query.has('more') ? t('offers.bulk.more', { n: mostAtOnce }) : null,
    left: named.flatMap(({ key, reason }) => {
      const title = titles.get(key)
      return title === undefined ? [] : [{ key, href: paths.offer(key), title, reason: t(refusalText(reason)) }]
    }),
    back: backToList(offersList, list, texts),
  }
}

async function readTitles(db: SellerDb, sellerId: number, keys: readonly OfferKey[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; title: string }>`
    select o.offer_key as key, l.title from buyer_offers o join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id
    where o.seller_id = ${sellerId} and o.offer_key = any (${[...keys]}::text[])`.execute(db)
  return new Map(rows.map(({ key, title }) => [key, title]))
}
