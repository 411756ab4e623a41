import { randomBytes } from 'node:crypto'
import { tiersOf } from '#features/core/sale-event/checkout-discount.ts'
import { parseSaleKey, saleChoices, stateAt } from '#features/core/sale-event/sale-event.ts'
import type { WasPrice } from '#features/core/sale-event/sale-price.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { activeTab } from '#features/machinery/grid/list-query.ts'
import { pagesModel } from '#features/machinery/file-runs/pages-model.ts'
import { offerNet } from '#features/core/offer/offer-net.ts'
import { offerCosts } from '#features/selling/offers/offer-costs.server.ts'
import { day } from '#lib/duration.ts'
import { gridHref } from '#lib/grid-query.ts'
import { toDecimal } from '#lib/money.ts'
import { addDays, dateAt, wallClockAt } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { checkLine, type CheckedLine } from './check-line.ts'
import { saleEventsList } from './sale-events-list.server.ts'
import { factsOfSale, readSale, readUses, termsOf, wasRuleOf, type SaleRow } from './sale-events-db.server.ts'
import { readSaleLines, type SaleLine } from './sale-lines-db.server.ts'
import { readSaleResults, type SaleFigures, type SaleResults } from './sale-results-db.server.ts'
import { tierFields } from './tier-fields.ts'
import { cutWords } from '#features/core/sale-event/cut-words.ts'
import { saleStatus, usesWords } from './sale-words.ts'

const outcomes = ['saved', 'added', 'removed', 'schedule', 'withdraw', 'pause', 'resume', 'end', 'made'] as const
export type SaleDone = (typeof outcomes)[number]

/** Why a draft that was saved is not scheduled, or was not made. */
const refusals = ['empty', 'unable', 'over', 'started', 'not-due', 'not-now', 'many'] as const
export type SaleRefused = `refused-${(typeof refusals)[number]}`

const linesOfPage = 100

/** Reads a sale with its listings, or the form of a new one; 404 if the seller has none with this key. */
export async function readSalePage(visit: SellerArgs) {
  const { hub, read, seller, url, texts: reader } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const { t } = texts
  const now = hub.now()
  const list = openFrom(saleEventsList, paths.saleEvents, url.searchParams.get('from') ?? '', visit)
  const back = {
    href: gridHref(paths.saleEvents, list.query, list.definition),
    label: t(activeTab(saleEventsList, list.place, list.query.filters)?.name ?? saleEventsList.title),
  }
  const done = url.searchParams.get('done')
  const frame = {
    back,
    zone: texts.zoneName(now),
    currency: seller.currency,
    newKey: randomBytes(6).toString('hex'),
    done: outcomes.find((outcome) => outcome === done) ?? null,
    refused: refusals.find((reason) => `refused-${reason}` === done) ?? null,
  }
  if (!url.searchParams.has('sale')) return { ...frame, sale: null, values: newValues(now, seller.timeZone) }
  const key = parseSaleKey(url.searchParams.get('sale'))
  const found =
    key &&
    (await read(async (db) => {
      const sale = await readSale(db, seller.id, { key })
      if (!sale) return null
      const [lines, results] = [await readSaleLines(db, sale), await readSaleResults(db, sale, now)]
      return { sale, lines, results, uses: await readUses(db, sale) }
    }))
  if (!found) throw refuse('not-found')
  const { sale, lines, results, uses } = found
  const seesMoney = mayDo(seller.role, 'money.view')
  const checked = checkedLines(sale, lines)
  const unable = checked.filter(({ problem }) => problem !== null).length
  const span = { startsAt: sale.starts_at, endsAt: sale.ends_at }
  const state = stateAt(sale.state, span, now)
  const last = Math.max(1, Math.ceil(lines.length / linesOfPage))
  const page = Math.min(last, Math.max(1, Number(url.searchParams.get('page')) || 1))
  const shown = checked.slice((page - 1) * linesOfPage, page * linesOfPage)
  const from = url.searchParams.get('from') ?? undefined
  return {
    ...frame,
    values: valuesOf(sale, seller.timeZone, texts),
    sale: {
      key: sale.sale_key,
      name: sale.name,
      version: String(sale.version),
      status: saleStatus(sale, now, texts),
      isDraft: sale.state === 'DRAFT',
      givesPrices: sale.kind === 'PRICE',
      facts: factsModel(sale, { listings: new Set(lines.map(({ listingId }) => listingId)).size, uses }, texts),
      // A draft is scheduled whatever its listings are: then it says why not.
      choices: saleChoices(state, factsOfSale(sale, { now, listings: 1, unable: 0 })).filter(
        (step) => step !== 'schedule',
      ),
      unable,
      warnings: warningsOf(checked, texts),
      seesMoney,
      lines: shown.map((line) => lineModel(line, { visit, texts, seesMoney, isDraft: sale.state === 'DRAFT' })),
      count: lines.length,
      pages: pagesModel(
        { page, last, href: (to) => paths.saleEvent(sale.sale_key, { from, page: String(to) }) },
        texts,
      ),
      results: results && resultsModel(results, { sale, texts, seesMoney }),
    },
  }
}

export type SalePageModel = Awaited<ReturnType<typeof readSalePage>>
export type SaleModel = NonNullable<SalePageModel['sale']>

/** A draft begins tomorrow and lasts a week. */
function newValues(now: Date, zone: string): Record<string, string> {
  const tomorrow = addDays(dateAt(now, zone), 1)
  return {
    name: '',
    kind: 'PRICE',
    by: 'percent',
    figure: '',
    ending: 'NONE',
    startDate: tomorrow,
    startTime: '00:00',
    endDate: addDays(tomorrow, 7),
    endTime: '00:00',
  }
}

function valuesOf(sale: SaleRow, zone: string, { typed }: Texts): Record<string, string> {
  const amount = (minor: number) => typed(toDecimal({ minor, currency: sale.currency }))
  const tiers = tiersOf(sale)
  const [start, end] = [wallClockAt(sale.starts_at, zone), wallClockAt(sale.ends_at, zone)]
  return {
    name: sale.name,
    kind: sale.kind,
    by: sale.percent === null ? 'price' : 'percent',
    figure: sale.percent === null ? amount(sale.price_minor ?? 0) : String(sale.percent),
    ending: sale.ending,
    code: sale.code ?? '',
    least: sale.least_minor === null ? '' : amount(sale.least_minor),
    mostUses: String(sale.most_uses ?? ''),
    mostPerBuyer: String(sale.most_per_buyer ?? ''),
    ...Object.fromEntries(
      tierFields.flatMap(([units, percent], nth) => {
        const tier = tiers[nth]
        return tier
          ? [
              [units, String(tier.units)],
              [percent, String(tier.percent)],
            ]
          : []
      }),
    ),
    startDate: start.date,
    startTime: start.time.slice(0, 5),
    endDate: end.date,
    endTime: end.time.slice(0, 5),
  }
}

interface WholeLine extends CheckedLine {
  line: SaleLine
}

/** What is stored counts once the sale is scheduled; before that, what scheduling would store. */
const checkedLines = (sale: SaleRow, lines: readonly SaleLine[]): WholeLine[] =>
  lines.map((line) => {
    const { given } = line
    const checked = checkLine(line, termsOf(sale), wasRuleOf(sale))
    if (sale.state === 'DRAFT') return { line, ...checked }
    const was = given?.wasMinor == null ? null : ({ ok: true, minor: given.wasMinor } as const)
    const saleMinor = sale.kind === 'PRICE' ? (given?.minor ?? line.baseMinor) : checked.saleMinor
    return { line, ...checked, saleMinor, lowestMinor: Math.min(saleMinor, checked.lowestMinor), was, problem: null }
  })

function warningsOf(checked: readonly WholeLine[], { t }: Texts): string[] {
  const n = (of: (line: WholeLine) => boolean) => checked.filter((each) => each.problem === null && of(each)).length
  const [withoutWas, belowFloor] = [n(({ was }) => was?.ok === false), n(({ isBelowFloor }) => isBelowFloor)]
  return [
    ...(withoutWas > 0 ? [t('saleEvents.warning.was', { n: withoutWas })] : []),
    ...(belowFloor > 0 ? [t('saleEvents.warning.floor', { n: belowFloor })] : []),
  ]
}

function factsModel(sale: SaleRow, { listings, uses }: { listings: number; uses: number }, texts: Texts) {
  const { t, moment } = texts
  const { ending, most_per_buyer: mostPerBuyer } = sale
  const used = usesWords(sale, uses, texts)
  return [
    { label: t('saleEvents.kind'), text: t(`saleEvents.kind.${sale.kind}`) },
    { label: t('saleEvents.cut'), text: cutWords(sale, texts) },
    ...(ending === 'NONE' ? [] : [{ label: t('saleEvents.ending'), text: t(`saleEvents.ending.${ending}`) }]),
    ...(used === null ? [] : [{ label: t('saleEvents.uses'), text: used }]),
    ...(mostPerBuyer === null ? [] : [{ label: t('saleEvents.mostPerBuyer'), text: texts.number(mostPerBuyer) }]),
    { label: t('saleEvents.starts'), text: moment(sale.starts_at, 'full') },
    {
      label: t(sale.ended_at && sale.ended_at < sale.ends_at ? 'saleEvents.endedEarly' : 'saleEvents.ends'),
      text: moment(sale.ended_at ?? sale.ends_at, 'full'),
    },
    { label: t('listings.title'), text: texts.number(listings) },
    { label: t('purchases.madeBy'), text: sale.made_by },
  ]
}

interface LineReader {
  visit: SellerArgs
  texts: Texts
  seesMoney: boolean
  isDraft: boolean
}

function lineModel(
  { line, saleMinor, lowestMinor, beside, was, problem, isBelowFloor }: WholeLine,
  { visit, texts, seesMoney, isDraft }: LineReader,
) {
  const { t, money } = texts
  const amount = (minor: number) => money({ minor, currency: line.currency })
  const net =
    seesMoney && problem === null
      ? offerNet({ priceMinor: lowestMinor, units: 1 }, offerCosts(line.costs, visit.hub.config))
      : null
  const isKnown = line.costs.cost_minor !== null
  return {
    key: `${line.item} ${line.variation}`,
    item: line.item,
    href: paths.listing(line.item),
    title: line.title,
    variation: line.variation.replaceAll('\n', ', '),
    price: amount(line.baseMinor),
    sale: problem ? '' : amount(saleMinor),
    was: was?.ok && problem === null ? amount(was.minor) : '',
    profit: net ? amount(net.leftMinor) : '',
    isLoss: net !== null && net.leftMinor < 0,
    floor: line.floorMinor === null ? '' : amount(line.floorMinor),
    problem: problem && t(`saleEvents.problem.${problem.reason}`, 'name' in problem ? { name: problem.name } : {}),
    notes: [
      ...(problem === null && lowestMinor < saleMinor
        ? [
            t('saleEvents.note.beside', {
              names: beside.map(({ name }) => name).join(', '),
              price: amount(lowestMinor),
            }),
          ]
        : []),
      ...(problem || was === null || was.ok ? [] : [wasWords(was, { texts, amount })]),
      ...(problem === null && isDraft && isBelowFloor ? [t('saleEvents.note.floor')] : []),
      ...(net && !isKnown ? [t('saleEvents.note.cost')] : []),
    ],
  }
}

export type SaleLineModel = ReturnType<typeof lineModel>

function wasWords(
  was: Extract<WasPrice, { ok: false }>,
  { texts: { t }, amount }: { texts: Texts; amount: (minor: number) => string },
): string {
  switch (was.reason) {
    case 'unknown':
      return t('saleEvents.was.unknown')
    case 'short':
      return t('saleEvents.was.short', { n: was.days })
    case 'not-lower':
      return t('saleEvents.was.not-lower', { price: amount(was.minor) })
  }
}

function resultsModel(
  { during, before, from, to, beforeFrom }: SaleResults,
  { sale: { currency }, texts, seesMoney }: { sale: SaleRow; texts: Texts; seesMoney: boolean },
) {
  const { t, money, number, moment } = texts
  const span = (start: Date, end: Date) => `${moment(start, 'dateTime')} – ${moment(end, 'dateTime')}`
  const row = (label: string, figures: SaleFigures, of: string) => ({
    label,
    span: of,
    units: number(figures.units),
    sales: money({ minor: figures.minor, currency }),
    profit: seesMoney ? money({ minor: figures.profitMinor, currency }) : '',
  })
  const unknown = during.unknownUnits + before.unknownUnits
  return {
    title: t('saleEvents.results', { n: Math.max(1, Math.round((to.getTime() - from.getTime()) / day)) }),
    rows: [
      row(t('saleEvents.results.during'), during, span(from, to)),
      row(t('saleEvents.results.before'), before, span(beforeFrom, from)),
    ],
    note: seesMoney && unknown > 0 ? t('saleEvents.results.unknown', { n: unknown }) : null,
  }
}
