import type { Row } from '#db/schema.ts'
import type { FactModel } from '#features/machinery/grid/fact-rows.tsx'
import { disputeFee } from '#features/after-sale/disputes/dispute.ts'
import { disputeDueWords, disputeEvents, disputeStateWords } from '#features/after-sale/disputes/dispute-words.ts'
import { pictureHref } from '#features/core/listing-pictures/picture.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { day } from '#lib/duration.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { DisputeDetails } from './dispute-details-db.server.ts'
import { fileSize } from './file-size.ts'

export type DisputeFormModel = ReturnType<typeof formModel>

export type DisputeModel = ReturnType<typeof disputeModel>

interface ViewFor {
  now: Date
  texts: Texts
  policyPack: Pick<PolicyPack, 'dispute'>
  mayAnswer: boolean
  mayTalk: boolean
  transactionsHref: string
}

/** Builds the model of a dispute's page, in the shop's time zone. */
export function disputeModel(details: DisputeDetails, view: ViewFor) {
  const { dispute, order } = details
  const { now, texts, mayAnswer, mayTalk } = view
  const { t } = texts
  const due = disputeDueWords(dispute, view)
  const isOpen = dispute.state === 'ACTION_NEEDED'
  const zone = texts.zoneName(now)
  return {
    title: t('dispute.title', { number: order.order_number }),
    status: disputeStateWords(dispute, texts),
    note: due ? t('case.due', { left: due.text, zone }) : t('common.zone', { zone }),
    reason: t(`disputes.reason.${dispute.reason}`),
    buyer: shownBuyer(order.buyer_username, texts),
    // The buyer's statement to the bank; null if there is none, or it is not shown.
    words: mayTalk ? dispute.words : null,
    // Says that the role does not show what was written.
    hidden: mayTalk || (dispute.words === null && dispute.answer === null) ? null : t('dispute.hidden'),
    given: mayTalk ? givenModel(details, view) : null,
    // Null if it cannot be answered, or not by the reader.
    form: isOpen && mayAnswer ? formModel(dispute, view) : null,
    viewerNote: isOpen && !mayAnswer ? t('dispute.answer.viewer') : null,
    history: disputeEvents(dispute, texts).map(({ at, text, by }, index) => ({
      key: String(index),
      text,
      by,
      time: momentWords(at, now, texts),
      dateTime: at.toISOString(),
    })),
    sold: soldModel(details, view),
    money: moneyFacts(details, view),
    transactionsHref: view.transactionsHref,
    // The deadline and its rule; null once it is answered.
    why: isOpen ? whyText(dispute, texts) : null,
  }
}

function givenModel({ dispute, files }: DisputeDetails, { now, texts }: ViewFor) {
  const { answer, answered_by: name, answered_at: at } = dispute
  if (!at || (answer === null && files.length === 0)) return null
  const time = momentWords(at, now, texts)
  return {
    text: answer,
    by: name === null ? time : texts.t('dispute.answered.by', { name, time }),
    pictures: files
      .filter(({ name: isNamed }) => isNamed === null)
      .map(({ hash }, index) => ({
        href: pictureHref(hash, 'large'),
        src: pictureHref(hash, 'small'),
        alt: texts.t('dispute.answered.picture', { n: index + 1 }),
      })),
    documents: files.flatMap(({ hash, name: fileName, bytes }) =>
      fileName === null
        ? []
        : [{ href: paths.disputeFile(dispute.dispute_number, hash), name: fileName, size: fileSize(bytes, texts) }],
    ),
  }
}

function formModel(dispute: Row<'disputes'>, { texts: { t, money }, policyPack }: ViewFor) {
  const { currency } = dispute
  const amount = money({ minor: dispute.amount_minor, currency })
  const feeMinor = disputeFee(currency, policyPack)
  return {
    number: dispute.dispute_number,
    // Explanations of contesting and accepting, and the text of the button that accepts.
    contest:
      feeMinor === 0
        ? t('dispute.answer.contest.note', { amount })
        : t('dispute.answer.contest.fee', { amount, fee: money({ minor: feeMinor, currency }) }),
    accept: t('dispute.answer.accept.note', { amount }),
    acceptDo: t('dispute.answer.accept.do', { amount }),
    // Most pictures and documents.
    files: policyPack.dispute.pictures,
  }
}

function soldModel({ order }: DisputeDetails, { now, texts }: ViewFor) {
  const { t } = texts
  const fact = (label: string, text: string | null): FactModel[] => (text === null ? [] : [{ label, text }])
  const moment = (at: Date | null) => at && momentWords(at, now, texts)
  return {
    orderNumber: order.order_number,
    orderHref: paths.orderDetails(order.order_number),
    title:
      order.line_count > 1 ? t('payments.about.more', { title: order.title, n: order.line_count - 1 }) : order.title,
    image: order.image_url,
    facts: [
      ...fact(t('word.placed'), moment(order.placed_at)),
      ...fact(t('word.shipped'), moment(order.shipped_at)),
      ...fact(t('word.delivered'), moment(order.delivered_at)),
      ...fact(t('word.parcel'), order.parcel),
    ],
  }
}

function moneyFacts({ dispute, order }: DisputeDetails, { texts, policyPack }: ViewFor): FactModel[] {
  const { t } = texts
  const { state, currency } = dispute
  const money = (minor: number) => texts.money({ minor, currency })
  const fact = (label: string, minor: number): FactModel[] => (minor === 0 ? [] : [{ label, text: money(minor) }])
  const isOpen = state === 'ACTION_NEEDED' || state === 'CONTESTED'
  return [
    { label: t('word.order'), text: money(order.total_minor) },
    ...fact(t('dispute.refunded'), -order.refunded_minor),
    { label: t('dispute.money.disputed'), text: money(-dispute.amount_minor), isTotal: true },
    ...(state === 'WON' ? fact(t('dispute.money.back'), dispute.amount_minor) : []),
    ...fact(t('dispute.money.fee'), -dispute.fee_minor),
    ...(isOpen ? fact(t('dispute.money.ifLost'), -disputeFee(currency, policyPack)) : []),
  ]
}

function whyText({ opened_at: opened, respond_by: due, respond_calendar: calendar }: Row<'disputes'>, { t }: Texts) {
  if (calendar === null) return t('dispute.why.reported')
  return t('dispute.why.text', { n: Math.round((due.getTime() - opened.getTime()) / day) })
}
