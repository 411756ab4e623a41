import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { LineFees } from './case-money.ts'
import { isClosed, type CaseDeadline } from '#features/core/order/order-case.ts'
import { day, hour } from '#lib/duration.ts'
import { dateAt, startOfDay } from '#lib/zoned-time.ts'
import { amountsFor } from '#texts/amounts.ts'
import type { Texts } from '#texts/texts.ts'
import { isNear, momentWords } from '#texts/moment-words.ts'
import { pictureHref } from '#features/core/listing-pictures/picture.ts'
import { paths } from '#web/paths.ts'
import { answerModel, type LostCases } from './case-answer-view.ts'
import { answersOf } from './case-answers.ts'
import { drawnAnswerKey } from './case-form.ts'
import type { CaseDetails } from './case-details-db.server.ts'
import { cameBack } from './case-restock.ts'
import { refundableMinor, type CaseSetting } from './case-course.ts'
import { caseStepWords } from './case-event-words.ts'
import type { FactModel } from '#features/machinery/grid/fact-rows.tsx'
import { caseProgress, type ProgressStep } from './case-progress.ts'
import { caseDueWords, caseStateWords } from './case-words.ts'
import type { RestockModel } from './restock-section.tsx'

export type CaseModel = ReturnType<typeof caseModel>

interface ViewOf {
  now: Date
  texts: Texts
  setting: CaseSetting
  lost: LostCases
  fees: LineFees | null
  labelMinor: number | null
  mayAnswer: boolean
  mayTalk: boolean
  hidesAmounts?: boolean
}

/** Builds the model of a case page, in the shop's time zone. */
export function caseModel(details: CaseDetails, view: ViewOf) {
  const { row, facts, context, events } = details
  const { texts, now, setting, lost, mayAnswer, mayTalk } = view
  const { t } = texts
  const { possible, impossible } = answersOf({ facts, circumstances: details.circumstances, ...view })
  const due = caseDueWords(row, { now, texts })
  const zone = texts.zoneName(now)
  const buyer = shownBuyer(context.buyer_username, texts)
  const answerFor = { facts, buyer, currency: row.currency, lost, setting, texts }
  return {
    number: row.case_number,
    title: t('case.title', { kind: facts.kind, number: row.case_number }),
    status: caseStateWords(row, texts),
    note: due ? t('case.due', { left: due.text, zone }) : t('common.zone', { zone }),
    way: caseProgress(events, setting).map((station, index) => wayModel(station, index, view)),
    reason: t(`cases.reason.${facts.reason}`),
    buyer,
    // Empty if the buyer wrote nothing, or the reader may not see it.
    words: mayTalk ? row.words : '',
    // Note on text and photos hidden from the reader; null if none.
    hidden: mayTalk ? null : hiddenWords(details, texts),
    photos: (mayTalk ? details.photos : []).map(({ hash, alt }, index) => ({
      href: pictureHref(hash, 'large'),
      src: pictureHref(hash, 'small'),
      alt: alt || t('case.photo', { n: index + 1 }),
    })),
    // Null if no answer is due, or the reader may not give it.
    answers: mayAnswer && possible.length > 0 ? possible.map((answer) => answerModel(answer, answerFor)) : null,
    // Keys of submitted answers.
    answered: events.flatMap(({ requestKey }) => drawnAnswerKey(requestKey) ?? []),
    cannot: mayAnswer
      ? impossible.flatMap(({ step, reason }) => {
          if (reason === 'none-available')
            return [t('case.cannot.offer-replacement', { n: details.circumstances.available })]
          return reason === 'nothing-to-refund' && step === 'refund' ? [t('case.cannot.refund')] : []
        })
      : [],
    // Shown instead of the answers if the reader may not give them.
    viewerNote: !mayAnswer && possible.length > 0 ? t('case.answer.viewer') : null,
    history: historyOf(details, view),
    sold: soldModel(details, view),
    // Empty if the reader may see no amounts.
    money: view.hidesAmounts ? [] : moneyFacts(details, view),
    buyerFacts: buyerFacts(details, view),
    // Null if nothing came back, or the reader may not put it back in stock.
    restock: restockModel(details, view),
    why: facts.deadline && !isClosed(facts.state) ? whyText(facts.deadline, view) : null,
  }
}

function restockModel(
  { facts, row, events, restocked, isStockOfShop }: CaseDetails,
  view: ViewOf,
): RestockModel | null {
  const { t } = view.texts
  if (restocked) {
    const { units: n, by, at, isThere } = restocked
    const mayUndo = view.mayAnswer && !isStockOfShop
    return {
      stand: 'done',
      text: t('case.restock.by', { n, by, time: momentWords(at, view.now, view.texts) }),
      canUndo: mayUndo && isThere,
      hint: mayUndo && !isThere ? t('case.restock.sold', { n }) : null,
    }
  }
  const steps = events.map(({ after }) => after.step)
  if (!view.mayAnswer || !cameBack(facts, steps)) return null
  if (isStockOfShop) return { stand: 'of-shop', text: t('listingForm.problem.stockOfShop') }
  return { stand: 'open', units: row.units, hint: t('case.restock.hint', { n: row.units }) }
}

/** Note on the buyer's text and photos for roles without `buyers.talk`. */
function hiddenWords({ row, photos }: CaseDetails, { t }: Texts): string | null {
  const hasWords = row.words !== ''
  if (!hasWords && photos.length === 0) return null
  return t('case.hidden', { words: hasWords ? 'yes' : 'no', n: photos.length })
}

function wayModel({ station, stand, at, isLate, term }: ProgressStep, index: number, { now, texts }: ViewOf) {
  const { t } = texts
  const moment = at && `${texts.moment(at, isNear(at, now) ? 'day' : 'date')}, ${texts.moment(at, 'time')}`
  const time = moment && stand === 'now' ? t('case.way.by', { time: moment }) : moment
  return {
    key: `${index} ${station}`,
    label: t(`case.way.${station}`),
    time: time ?? termWords(term, texts),
    stand,
    isLate,
  }
}

function termWords(term: ProgressStep['term'], { t }: Texts): string | null {
  if (!term) return null
  return 'workingDays' in term
    ? t('case.way.within', { unit: 'days', n: term.workingDays })
    : t('case.way.within', { unit: 'hours', n: Math.round(term.milliseconds / hour) })
}

function historyOf({ events, row }: CaseDetails, { now, texts, hidesAmounts }: ViewOf) {
  return events.map(({ at, actor, after }, index) => ({
    key: `${index} ${after.step}`,
    text: caseStepWords(after, { currency: row.currency, amount: amountsFor(texts, hidesAmounts) }, texts),
    by: 'name' in actor ? actor.name : texts.t(`order.by.${actor.kind}`),
    time: momentWords(at, now, texts),
    dateTime: at.toISOString(),
  }))
}

function soldModel({ facts, context, row }: CaseDetails, { now, texts }: ViewOf) {
  const { t } = texts
  const fact = (label: string, text: string | null): FactModel[] => (text === null ? [] : [{ label, text }])
  const windowEnd =
    context.delivered_at && context.return_days
      ? new Date(context.delivered_at.getTime() + context.return_days * day)
      : null
  return {
    orderNumber: context.order_number,
    orderHref: paths.orderDetails(context.order_number),
    title: context.title,
    sku: [context.sku, row.units > 1 ? t('cases.units', { n: row.units }) : null].filter(Boolean).join(' · ') || null,
    image: context.image_url,
    facts: [
      ...fact(t('case.sold.parts'), context.parts),
      ...fact(t('word.sold'), momentWords(context.placed_at, now, texts)),
      ...fact(t('word.delivered'), context.delivered_at && momentWords(context.delivered_at, now, texts)),
      ...(facts.kind === 'NOT_RECEIVED'
        ? fact(t('case.sold.expected'), context.expected_at && texts.moment(context.expected_at, 'day'))
        : []),
      ...fact(t('word.parcel'), context.parcel),
      ...fact(
        t('case.sold.window'),
        windowEnd && t('case.sold.window.days', { n: context.return_days ?? 0, day: texts.moment(windowEnd, 'day') }),
      ),
      ...(facts.kind === 'RETURN'
        ? fact(t('case.sold.before'), t('case.sold.before.count', { n: context.sent_back, of: context.sold }))
        : []),
    ],
  }
}

function moneyFacts({ row, line, circumstances }: CaseDetails, { texts }: ViewOf): FactModel[] {
  const { t } = texts
  const amount = (minor: number) => texts.money({ minor, currency: row.currency })
  return [
    { label: t('word.item'), text: amount(line.itemMinor + line.taxMinor) },
    { label: t('word.shipping'), text: amount(line.shippingMinor) },
    { label: t('word.atRisk'), text: amount(row.amount_minor), isTotal: true },
    ...(row.refund_minor === null ? [] : [{ label: t('case.money.back'), text: amount(row.refund_minor) }]),
    ...(row.closed_at ? [] : [{ label: t('case.money.most'), text: amount(refundableMinor(circumstances)) }]),
  ]
}

function buyerFacts({ context }: CaseDetails, { texts: { t, timeZone } }: ViewOf): FactModel[] {
  const year = dateAt(context.first_order_at, timeZone).slice(0, 4)
  return [
    { label: t('word.orders'), text: t('case.buyer.since', { n: context.orders, year }) },
    { label: t('case.buyer.cases'), text: t('case.buyer.cases.count', { n: context.cases }) },
    { label: t('case.buyer.feedback'), text: t('case.buyer.feedback.count', { n: context.positive }) },
  ]
}

const maxListed = 5

/** Rule and days of a deadline, as counted when it was set. */
function whyText({ rule, days }: CaseDeadline, { texts }: ViewOf): string {
  const { t } = texts
  const named = { rule: t(`case.rule.${rule}`), n: days.length }
  const dayOf = (date: string) => texts.moment(startOfDay(date, texts.timeZone), 'day')
  const [first = '', last = first] = [days.at(0), days.at(-1)]
  if (days.length === 0) return t('case.why.time', named)
  return days.length <= maxListed
    ? t('case.why.days', { ...named, days: days.map(dayOf).join(', ') })
    : t('case.why.many', { ...named, first: dayOf(first), last: dayOf(last) })
}
