import { hasErrors } from '#web/form-answer.ts'
import { data, redirect } from '#web/router/router.ts'
import { sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import {
  messageLimits,
  messageProblem,
  parseMessageKey,
  plainMessage,
  seenField,
} from '#features/orders/conversations/message.ts'
import { readCarrier } from '#features/shipping/fulfilment/read-ship-form.server.ts'
import { parcelField } from '#features/shipping/fulfilment/ship-form.ts'
import { sellerSteps, type CaseParcel, type SellerStep } from '#features/core/order/order-case.ts'
import { parseRefundKey } from '#features/after-sale/refunds/refund.ts'
import { settleRefund } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { readTaskBack } from '#features/core/task/task-back.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { caseStepWords } from './case-event-words.ts'
import { parseAnswerKey, type CaseErrors, type CaseFormAnswer } from './case-form.ts'
import { findCase, readCasePage } from './case-page.server.ts'
import { moveCase, type RefusedMove } from './move-case-db.server.ts'
import { caseValues } from './read-case-form.ts'

/** Steps with a parcel; when accepting, the label may follow later. */
const trackedSteps: readonly SellerStep[] = ['accept', 'give-label', 'ship-replacement', 'show-tracking']

export async function answerCase(visit: SellerActionArgs) {
  const { form, hub, seller, member, url, write } = visit
  const { number, context, row } = await findCase(visit)
  const orderNumber = context.order_number
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const values = caseValues(form)
  const shown = (errors: CaseErrors, status: number) => data<CaseFormAnswer>({ errors, values }, { status })
  const step = oneOf(form, 'step', sellerSteps)
  const messageKey = parseMessageKey(textOf(form, 'key'))
  const key = parseAnswerKey(textOf(form, 'key'))
  if (!key || !messageKey) return shown({ form: texts.t('case.error.stale') }, 422)
  if (!step) return shown({ step: texts.t('case.error.choose') }, 422)
  const errors: CaseErrors = {}
  const parcel = readParcel(step, values, { hub, texts, errors })
  const text = plainMessage(values.message)
  if (text !== '' && messageProblem(text, 0))
    errors.answerMessage = texts.t('talk.error.long', { n: messageLimits.text })
  if (hasErrors(errors)) return shown(errors, 422)
  const actor = { kind: 'MEMBER', id: member.id, name: member.name } as const
  const now = hub.now()
  const outcome = await write(async (db) => {
    const moved = await moveCase(db, {
      sellerId: seller.id,
      number,
      step,
      percent: step === 'offer-part' ? Number(values.percent) : null,
      parcel,
      key,
      actor,
      now,
      policyPack: hub.config.policyPack,
    })
    if (!moved.ok || text === '') return moved
    // In the same transaction, so that the buyer reads no message about a step that failed.
    const sent = await sendMessage(db, {
      sellerId: seller.id,
      thread: orderNumber,
      key: messageKey,
      subject: number,
      text,
      pictures: [],
      seen: parseMessageKey(textOf(form, seenField)),
      actor,
      now,
    })
    // The key was used with another text: the buyer has the earlier message.
    return !sent.ok && sent.reason === 'other-text' ? { ok: false as const, reason: sent.reason } : moved
  })
  if (!outcome.ok) {
    if (outcome.reason === 'unknown') throw refuse('not-found')
    if (outcome.reason !== 'other-request' && outcome.reason !== 'other-text')
      return shown(refusedAnswer(outcome, texts), 409)
    const said =
      outcome.reason === 'other-text'
        ? texts.t('case.error.otherText')
        : texts.t('case.error.otherRequest', { step: caseStepWords(outcome.done, row, texts) })
    return shown({ form: said }, (await hasAnswers(visit)) ? 200 : 409)
  }
  const refundKey = parseRefundKey(outcome.refundKey)
  if (refundKey) await settleRefund(hub, seller.id, refundKey)
  const page = paths.caseDetails(number, url.searchParams.get('from') ?? undefined, step)
  return redirect(readTaskBack(form, 'decided') ?? page, { status: 303 })
}

/**
 * Whether the case can still be answered. If so, a 200 makes the router reload the page with the current state and a
 * new key; if not, there is no form to show a message in.
 */
const hasAnswers = async (visit: SellerActionArgs) => (await readCasePage(visit)).model.answers !== null

function readParcel(
  step: SellerStep,
  values: CaseFormAnswer['values'],
  { hub, texts, errors }: Pick<SellerActionArgs, 'hub'> & { texts: Texts; errors: CaseErrors },
): CaseParcel | null {
  const isNeeded = trackedSteps.includes(step) && (step !== 'accept' || values.tracking !== '')
  if (!isNeeded) return null
  if (!values.tracking) {
    errors[parcelField('tracking', 1)] = texts.t('case.refused.no-tracking')
    return null
  }
  const carrier = readCarrier(values, 1, { carriers: hub.config.carriers, texts }, errors)
  return carrier ? { carrier, trackingNumber: values.tracking } : null
}

function refusedAnswer(outcome: RefusedMove, { t }: Texts): CaseErrors {
  const state = t(`cases.state.${outcome.facts.state}`)
  const field = outcome.reason === 'no-such-part' ? 'percent' : 'form'
  return { [field]: t(`case.refused.${outcome.reason}`, { state }) }
}
