import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { priceEndings } from '#features/core/sale-event/sale-price.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { toDecimal } from '#lib/money.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { recordOf } from '#lib/records.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import type { Texts } from '#texts/texts.ts'
import { formBaseline, lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import { hasErrors, type FieldErrors, type FormAnswer } from '#web/form-answer.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { RevalidateChoice } from '#web/revalidate.ts'
import { data, redirect } from '#web/router/router.ts'
import { ruleBases, rulePrice, type PriceRule } from '#features/selling/price-watch/price-rule.ts'
import { outcomeWords } from '#features/selling/price-watch/price-rule-words.ts'
import { removeRules, saveRules } from '#features/selling/price-watch/price-rules-db.server.ts'
import {
  readRuledListings,
  ruleFacts,
  type RuledListing,
  type StoredRule,
} from '#features/selling/price-watch/rule-facts-db.server.ts'

const mostListings = 2_000
const mostShown = 50

export const ruleFields = [
  'basis',
  'side',
  'offset',
  'floorBy',
  'floor',
  'margin',
  'ceiling',
  'ending',
  'mostChanges',
  'mostPercent',
] as const
export type RuleField = (typeof ruleFields)[number]
type Typed = Record<RuleField, string>

/** The chosen listings; null if they are too many. */
async function readChosen(db: SellerDb, visit: SellerArgs): Promise<RuledListing[] | null> {
  const params = visit.url.searchParams
  const chosen = openChosen(listingsList, { path: paths.listings.active, params, parse: parseItemNumber }, visit)
  // Of a single listing the rule can be seen whatever became of it.
  const [only, ...others] = chosen.keys ?? []
  if (only !== undefined && others.length === 0)
    return readRuledListings(db, visit.seller.id, sql`l.item_number = ${only}`)
  const ids = await firstIds(db, listingsList, chosen, mostListings + 1)
  return ids.length > mostListings ? null : readRuledListings(db, visit.seller.id, sql`l.id = any (${ids}::bigint[])`)
}

/** Reads the rule of the chosen listings, with what it would do now. */
export async function readRulePage(visit: SellerArgs) {
  const { read, seller, texts, url } = visit
  const listings = await read((db) => readChosen(db, visit))
  if (listings?.length === 0) throw refuse('not-found')
  const [first, ...others] = listings ?? []
  const saved = others.length === 0 ? (first?.rule ?? null) : null
  const done = Number(url.searchParams.get('done'))
  return {
    n: listings?.length ?? mostListings + 1,
    isTooMany: listings === null,
    most: mostListings,
    title: first && others.length === 0 ? texts.t('priceRules.row', { title: first.title }) : null,
    currency: first?.listing_currency ?? seller.currency,
    hasRule: (listings ?? []).some(({ rule }) => rule !== null),
    values: saved ? typedOf(saved, texts) : usual,
    trial: (listings ?? []).some(({ rule }) => rule !== null) ? trialOf(listings ?? [], null, visit) : null,
    address: url.pathname + url.search,
    begun: formBaseline(rulesOf(listings ?? [])),
    done: done > 0 ? done : null,
  }
}

const termNames = [
  'basis',
  'offset_percent',
  'floor_minor',
  'margin_percent',
  'ceiling_minor',
  'ending',
  'most_changes',
  'most_percent',
] as const satisfies (keyof PriceRule)[]

/** The rules of listings that have one, or those that they are to have. */
const rulesOf = (listings: readonly RuledListing[], wanted: PriceRule | null = null) =>
  listings.flatMap(({ item, rule }) => {
    const terms = wanted ?? rule
    return terms ? [[item, wanted ? 'ON' : rule?.state, ...termNames.map((name) => terms[name])]] : []
  })

const usual: Typed = {
  basis: 'MEDIAN',
  side: 'below',
  offset: '2',
  floorBy: 'price',
  floor: '',
  margin: '20',
  ceiling: '',
  ending: 'NONE',
  mostChanges: '1',
  mostPercent: '10',
}

function typedOf(rule: StoredRule, { typed }: Texts): Typed {
  const amount = (minor: number | null) => (minor === null ? '' : typed(toDecimal({ minor, currency: rule.currency })))
  return {
    basis: rule.basis,
    side: rule.offset_percent > 0 ? 'above' : 'below',
    offset: String(Math.abs(rule.offset_percent)),
    floorBy: rule.floor_minor === null ? 'margin' : 'price',
    floor: amount(rule.floor_minor),
    margin: String(rule.margin_percent ?? usual.margin),
    ceiling: amount(rule.ceiling_minor),
    ending: rule.ending,
    mostChanges: String(rule.most_changes),
    mostPercent: String(rule.most_percent),
  }
}

/** What a rule would do now; without one, that which each listing has. */
function trialOf(listings: readonly RuledListing[], tried: PriceRule | null, { hub, seller, texts }: SellerArgs) {
  const now = hub.now()
  const rows = listings.flatMap((listing) => {
    const rule = tried ?? listing.rule
    if (!rule) return []
    const facts = ruleFacts(listing, { now, zone: seller.timeZone })
    const { currency, priceMinor } = facts
    const outcome = rulePrice(rule, facts)
    return {
      item: listing.item,
      href: paths.listing(listing.item),
      title: listing.title,
      now: texts.money({ minor: priceMinor, currency }),
      changes: outcome.ok && outcome.minor !== priceMinor,
      ...outcomeWords(rule, outcome, { currency, priceMinor }, texts),
    }
  })
  return {
    changes: rows.filter(({ changes }) => changes).length,
    all: rows.length,
    rows: rows.toSorted((a, b) => Number(b.changes) - Number(a.changes)).slice(0, mostShown),
  }
}

export type Trial = ReturnType<typeof trialOf>

interface RuleAnswer extends FormAnswer<RuleField>, RevalidateChoice {
  /** Null if something typed was refused. */
  trial: Trial | null
}

/** Tries, saves or removes the rule of the chosen listings; `step` names the button. */
export async function changeRule(args: SellerActionArgs) {
  const { form, hub, member, seller, texts, write } = args
  const step = oneOf(form, 'step', ['try', 'save', 'remove'])
  if (step === null) throw refuse('malformed')
  const answer = await write(async (db) => {
    await lockSettings(db, args, 'listings.edit')
    const listings = await readChosen(db, args)
    if (!listings || listings.length === 0) throw refuse('not-found')
    const present = rulesOf(listings)
    if (step === 'remove') {
      const late = lostUpdateAnswer(form, { present, wanted: [] }, texts)
      if (late)
        return {
          errors: { form: late },
          values: recordOf(ruleFields, (name) => textOf(form, name)),
          trial: null,
          readAgain: true,
        }
      await removeRules(
        db,
        seller.id,
        listings.map(({ id }) => id),
      )
      return null
    }
    const { errors, values, rule } = readRule(args, listings)
    if (hasErrors(errors)) return { errors, values, trial: null }
    if (step === 'try') return { errors, values, trial: trialOf(listings, rule, args) }
    const late = lostUpdateAnswer(form, { present, wanted: rulesOf(listings, rule) }, texts)
    if (late) return { errors: { form: late }, values, trial: null, readAgain: true }
    await saveRules(db, { sellerId: seller.id, listings, rule, by: member.name, now: hub.now() })
    return listings.length
  })
  if (answer === null) return redirect(paths.priceRules, { status: 303 })
  if (typeof answer === 'number') {
    args.url.searchParams.set('done', String(answer))
    return redirect(args.url.pathname + args.url.search, { status: 303 })
  }
  return data<RuleAnswer>(answer, { status: answer.trial ? 200 : 422 })
}

function readRule({ form, texts }: SellerActionArgs, listings: readonly RuledListing[]) {
  const { t, grouping } = texts
  const values: Typed = recordOf(ruleFields, (name) => textOf(form, name))
  const errors: FieldErrors<RuleField> = {}
  const [currency = '', ...others] = new Set(listings.map((listing) => listing.listing_currency))
  const number = (field: 'offset' | 'margin' | 'mostChanges' | 'mostPercent', least: number, most: number) => {
    const read = readUnits(values[field], grouping)
    if (read !== null && read >= least && read <= most) return read
    errors[field] = t(`priceRules.error.${field}`)
    return least
  }
  const amount = (field: 'floor' | 'ceiling') => {
    const minor = readAmount(values[field], { currency, grouping })
    if (minor && others.length === 0) return minor
    errors[field] = minor
      ? t('priceRules.error.currencies')
      : t('priceRules.error.amount', { example: exampleAmount(currency, texts) })
    return 1
  }
  const isByPrice = oneOf(form, 'floorBy', ['price', 'margin']) !== 'margin'
  const rule: PriceRule = {
    basis: oneOf(form, 'basis', ruleBases) ?? 'MEDIAN',
    offset_percent: number('offset', 0, 50) * (oneOf(form, 'side', ['below', 'above']) === 'above' ? 1 : -1),
    floor_minor: isByPrice ? amount('floor') : null,
    margin_percent: isByPrice ? null : number('margin', 0, 1_000),
    ceiling_minor: values.ceiling === '' ? null : amount('ceiling'),
    ending: oneOf(form, 'ending', priceEndings) ?? 'NONE',
    most_changes: number('mostChanges', 1, 24),
    most_percent: number('mostPercent', 1, 50),
  }
  if (!hasErrors(errors) && rule.ceiling_minor !== null && rule.ceiling_minor < (rule.floor_minor ?? 0))
    errors.ceiling = t('priceRules.error.span')
  return { errors, values, rule: { ...rule, offset_percent: rule.offset_percent || 0 } }
}
