import { paths } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { tabOfState, type ListingTab } from '#features/core/listing/listing.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import { factsOf, listingStep } from '#features/core/listing/listing-states.ts'
import { isPaused } from '#features/core/time-away/time-away.ts'
import { isExact } from './listing-undo.ts'
import { tabSteps, type SellerStep } from './listings-bulk.ts'
import { refusalWords, stateWords, timeLeftWords } from '#features/core/listing/listing-words.ts'
import { saleOf, type ListingRow } from './listings-list-row.server.ts'
import { cutWords } from '#features/core/sale-event/cut-words.ts'
import { minute } from '#lib/duration.ts'

export type ListingModel = ReturnType<typeof listingModel>

interface Reader {
  now: Date
  deadlines: Deadlines
  /** In the shop's zone. */
  texts: Texts
  category: string | null
  role: Role
}

/** Formats a listing, without price and stock, which are edited beside it. */
export function listingModel(row: ListingRow, { now, deadlines, texts, category, role }: Reader) {
  const { t } = texts
  const mayEdit = mayDo(role, 'listings.edit')
  const { tone, text, second } = stateWords(
    row,
    { now, deadlines, isPaused: isPaused(row, now, texts.timeZone) },
    texts,
  )
  const time = (at: Date | null) => at && momentWords(at, now, texts)
  const isOver = row.state === 'ENDED'
  const facts: [label: string, value: string | null][] = [
    ...(mayDo(role, 'amounts.view') ? [...saleFacts(row, now, texts), ...discountFacts(row, now, texts)] : []),
    [t('word.sold'), texts.number(row.quantity_sold)],
    [t('listings.column.views.long'), texts.number(row.views_30d)],
    [t('listings.column.watchers'), texts.number(row.watchers)],
    [t('listings.column.lastSold'), time(row.last_sold_at)],
    [t('listings.column.start'), time(row.starts_at)],
    [t('listings.column.end'), time(row.ended_at ?? row.ends_at)],
    [t('listings.column.timeLeft'), isOver || row.state === 'DRAFT' ? null : timeLeftWords(row.ends_at, now, texts)],
    [t('word.format'), t(`listings.format.${row.format}`)],
    [t('listings.column.condition'), t(`listings.condition.${row.condition}`)],
    [t('word.category'), category],
    [t('word.sku'), row.sku],
    [t('listings.column.item'), row.item_number],
    [t('listings.column.epid'), row.epid],
    [t('listings.export.gtin'), row.gtin],
  ]
  return {
    title: row.title || t('listings.untitled'),
    note: t('common.zone', { zone: texts.zoneName(now) }),
    status: { tone, text: isOver ? (second ?? text) : second ? `${text}, ${second}` : text },
    // Picture URL; null if there is none.
    picture: row.image_url,
    // Steps with the reason if impossible; empty for read-only roles.
    steps: mayEdit ? stepsOf(row, now, texts) : [],
    reviseHref: !mayEdit || isOver ? null : formHref(row),
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }])),
  }
}

/** The sale that is on, or the next one, with the former price beside it. */
function saleFacts(row: ListingRow, now: Date, texts: Texts): [label: string, value: string | null][] {
  const sale = saleOf(row, now)
  if (!sale) return []
  const { t, moment } = texts
  const price = (minor: number) => texts.money({ minor, currency: row.currency })
  const from = momentWords(sale.startsAt, now, texts)
  return [
    [
      t('saleEvents.column.sale'),
      t('saleEvents.span', { price: price(sale.minor), from, to: moment(sale.endsAt, 'dateTime') }),
    ],
    [t('saleEvents.column.was'), sale.wasMinor === null ? null : price(sale.wasMinor)],
  ]
}

/** Discounts at the checkout that are on, or come, beside the price of a sale. */
const discountFacts = ({ discounts }: ListingRow, now: Date, texts: Texts): [label: string, value: string][] =>
  (discounts ?? [])
    .filter(({ ends_at: ends }) => new Date(ends) > now)
    .map((discount) => [
      texts.t(`saleEvents.kind.${discount.kind}`),
      texts.t('saleEvents.span', {
        price: cutWords(discount, texts),
        from: momentWords(new Date(discount.starts_at), now, texts),
        to: texts.moment(new Date(discount.ends_at), 'dateTime'),
      }),
    ])

const formHref = ({ state, item_number }: ListingRow) =>
  state === 'DRAFT'
    ? paths.listingForm({ mode: 'AddItem', draftId: item_number })
    : paths.listingForm({ mode: 'ReviseItem', itemId: item_number })

const formModes = { relist: 'RelistItem', sellSimilar: 'SellSimilarItem' } as const

/** Where a step leads: relisting and similar items open the form, undoable steps run at once, others ask for confirmation. */
function wayOf(tab: ListingTab, step: SellerStep, row: ListingRow): { href: string; posts: boolean } {
  if (step === 'relist' || step === 'sellSimilar')
    return { href: paths.listingForm({ mode: formModes[step], itemId: row.item_number }), posts: false }
  const posts = isExact(step, row) && step !== 'schedule'
  const path = posts ? paths.listingsSteps[tab] : paths.listingsBulk[tab]
  return { href: `${path}?step=${step}&keys=${row.item_number}`, posts }
}

/** Hides steps that do not apply to the state. */
const isBeside = (step: SellerStep, { state }: ListingRow) =>
  (step === 'release' && state !== 'ON_HOLD') || (step === 'hold' && state === 'ON_HOLD')

function stepsOf(row: ListingRow, now: Date, texts: Texts) {
  const tab = tabOfState(row.state)
  // The start is asked for later; any future time will do.
  const facts = { ...factsOf(row, now), startsAt: new Date(now.getTime() + minute), isRelisted: row.is_relisted }
  const steps: readonly SellerStep[] = tabSteps[tab]
  return steps.flatMap((step) => {
    if (isBeside(step, row)) return []
    const outcome = listingStep(row.state, step, facts)
    return {
      step,
      label: texts.t(`listings.step.${step}`),
      ...wayOf(tab, step, row),
      refusal: outcome.ok ? null : refusalWords(outcome.reason, texts),
    }
  })
}
