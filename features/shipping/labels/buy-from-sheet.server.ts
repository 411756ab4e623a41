import { randomBytes } from 'node:crypto'
import type { Row } from '#db/schema.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { pairs } from '#lib/pairs.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { hasErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import { checkAddresses } from './check-addresses.server.ts'
import { workAtOnce } from './due-labels.server.ts'
import { labelParcel, missingCustoms } from './label-parcel.ts'
import { ratesOfParcels, type ParcelRates } from './label-rates.server.ts'
import { keepCustoms, readSheetRows, type ReturnOf, type SheetRows } from './label-sheet-db.server.ts'
import { rateOptions, readRateValue, weightUnitOf } from './label-sheet-view.server.ts'
import {
  lineField,
  rowField,
  type LabelRowValues,
  type LabelSheetAnswer,
  type RateOption,
  type SheetField,
} from './label-sheet.ts'
import { ruledRate, ruleRow } from './rule-row.server.ts'
import { generalWishes } from './label.ts'
import { readRow, rowValues, type ReadRow } from './read-label-sheet.server.ts'
import { wantLabels, type LabelRefusal, type LabelRequest } from './want-labels-db.server.ts'

/** The orders of the sheet, or the one whose return the label is for. */
export interface ChosenParcels {
  numbers: readonly OrderNumber[]
  returned: ReturnOf | null
}

type ReadSheet = Awaited<ReturnType<typeof readSheet>>

/** Reads the sheet, keeps what was typed for customs, and reads the orders again with it. */
async function readSheet(visit: SellerActionArgs, chosen: ChosenParcels) {
  const { form, seller, read, write } = visit
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const before = await read((db) => readSheetRows(db, seller.id, chosen))
  const errors: FieldErrors<SheetField> = {}
  const sheetKey = textOf(form, 'sheet')
  const weightUnit = weightUnitOf(before.settings?.country ?? seller.country)
  const values: Record<string, LabelRowValues> = {}
  const readRows = ({ orders }: SheetRows) =>
    orders.flatMap(({ label: order }) => {
      if (!order || !form.has(rowField('weight', order.number))) return []
      const typed = (values[order.number] = rowValues(form, order.number, order.lines))
      return typed.isTaken ? (readRow(form, order, typed, { sheetKey, weightUnit, texts, errors }) ?? []) : []
    })
  const typed = readRows(before).flatMap(({ customs }) => customs)
  if (typed.length > 0) await write((db) => keepCustoms(db, seller.id, typed))
  const found = typed.length > 0 ? await read((db) => readSheetRows(db, seller.id, chosen)) : before
  const rows = readRows(found)
  if (rows.length === 0 && !hasErrors(errors)) errors.form = texts.t('labels.error.nothing')
  if (!found.settings || found.accounts.length === 0) errors.form = texts.t('labels.error.setUp')
  const wish = oneOf(form, 'wish', generalWishes) ?? 'rules'
  const answer = { sheetKey, values, rates: null, ruled: {}, addresses: {}, wish, ships: form.has('ships'), errors }
  return { found, rows, answer, texts }
}

/** What the rules of the shop choose for a row. */
const ruledRow = ({ seller: { currency } }: SellerActionArgs, { found, texts }: ReadSheet, row: ReadRow) =>
  ruleRow(row, { rules: found.rules, tags: found.tags.get(row.order.id) ?? [], currency, texts })

/**
 * Asks all accounts for the rates of the rows that could be read; chooses one for each by the rules or the wish, and
 * fills what the rules decide.
 */
export async function ratesForSheet(visit: SellerActionArgs, chosen: ChosenParcels): Promise<LabelSheetAnswer> {
  return addRates(visit, chosen, await readSheet(visit, chosen))
}

async function addRates(
  visit: SellerActionArgs,
  chosen: ChosenParcels,
  sheet: ReadSheet,
  { keepsChoice = false } = {},
): Promise<LabelSheetAnswer> {
  const { found, rows, answer, texts } = sheet
  const { settings: sender, accounts } = found
  if (!sender || rows.length === 0) return answer
  const byRules = rows.map((row) => ruledRow(visit, sheet, row))
  const parcels = pairs(rows, byRules).map(([{ order, key, choice }, ruledTo]) =>
    labelParcel(
      { key, isReturn: chosen.returned !== null },
      { order, sender, choice: keepsChoice ? choice : ruledTo.choice },
    ),
  )
  const buyers = parcels.map(({ from, to }) => (chosen.returned ? from : to))
  const [asked, doubts] = await Promise.all([
    ratesOfParcels(visit.hub, accounts, parcels),
    checkAddresses(visit.hub, { accounts, addresses: buyers, texts }),
  ])
  const rates: Record<string, readonly RateOption[]> = {}
  const values = { ...answer.values }
  const ruled: Record<string, string | null> = {}
  for (const [[{ order, typed }, row], parcelRates] of pairs(pairs(rows, byRules), asked)) {
    const { number } = order
    const options = rateOptions(parcelRates, { texts, named: accounts.length > 1 })
    rates[number] = options
    const { best, text } = ruledRate(parcelRates.rates, { row, wish: answer.wish, texts })
    const kept = keepsChoice ? options.find(({ value }) => value === typed.service) : undefined
    const option = kept ?? options[best ? parcelRates.rates.indexOf(best) : -1]
    values[number] = { ...(keepsChoice ? typed : row.values), service: option?.value ?? '' }
    ruled[number] = text
    if (options.length === 0) answer.errors[rowField('service', number)] = noRateText(parcelRates, texts)
  }
  const addresses = Object.fromEntries(pairs(rows, doubts).map(([{ order }, words]) => [order.number, words]))
  return { ...answer, values, ruled, rates, addresses }
}

function noRateText({ failures }: ParcelRates, { t }: Texts): string {
  const [first] = failures
  if (!first) return t('labels.problem.NO_SERVICE')
  const { failure, message } = first.error
  return failure === 'REFUSED' ? t('labels.problem.provider', { words: message }) : t(`labels.problem.${failure}`)
}

type Bought = { ok: true; batch: string } | { ok: false; answer: LabelSheetAnswer; status: 409 | 422 }

/** Wants the labels of the sheet as a batch, which a job buys; a few are bought before the answer. */
export async function buyFromSheet(visit: SellerActionArgs, chosen: ChosenParcels): Promise<Bought> {
  const { hub, seller, member, write } = visit
  const sheet = await readSheet(visit, chosen)
  const { found, rows, answer, texts } = sheet
  const { errors } = answer
  /** The sheet with its errors, and with the rates that it had. */
  const refused = async (status: 409 | 422): Promise<Bought> => ({
    ok: false,
    answer: await addRates(visit, chosen, sheet, { keepsChoice: true }),
    status,
  })
  noteMissingCustoms(rows, { errors, texts, from: found.settings?.country ?? seller.country })
  const requests = rows.flatMap((row): LabelRequest[] => {
    const { order, key, choice, typed } = row
    const rate = readRateValue(typed.service)
    if (!rate) {
      errors[rowField('service', order.number)] = texts.t('labels.error.service')
      return []
    }
    const { accountKey, code: wish, costMinor: limitMinor, currency } = rate
    const format = found.settings?.format ?? 'PDF_A6'
    return [
      {
        ...choice,
        tag: ruledRow(visit, sheet, row).tag,
        key,
        number: order.number,
        caseId: chosen.returned?.id ?? null,
        accountKey,
        wish,
        limitMinor,
        currency,
        format,
        ships: answer.ships,
      },
    ]
  })
  if (hasErrors(errors)) return refused(422)
  const batch = randomBytes(8).toString('hex')
  const isLimited = !mayDo(seller.role, 'money.view')
  const wanting = {
    sellerId: seller.id,
    member: { id: member.id, name: member.name, isLimited },
    batch,
    zone: seller.timeZone,
    now: hub.now(),
  }
  const outcomes = await write((db) => wantLabels(db, wanting, requests))
  for (const [{ number, currency }, outcome] of pairs(requests, outcomes))
    if (!outcome.ok) errors[rowField('service', number)] = refusalText(outcome, { texts, currency })
  const labels = outcomes.flatMap((outcome) => (outcome.ok ? outcome.label : []))
  if (labels.length === 0) return refused(409)
  await buyNow(visit, labels)
  return hasErrors(errors) ? refused(409) : { ok: true, batch: labels[0]?.batch ?? batch }
}

function noteMissingCustoms(
  rows: readonly ReadRow[],
  { errors, texts, from }: { errors: FieldErrors<SheetField>; texts: Texts; from: string },
): void {
  for (const { order, choice } of rows)
    for (const { line, missing } of missingCustoms(order, choice.contents, from))
      for (const part of missing)
        errors[lineField(part === 'hsCode' ? 'hs' : 'origin', order.number, line)] = texts.t(`labels.missing.${part}`)
}

/** Labels that a page waits for. */
const atOnce = 4

async function buyNow({ hub }: SellerActionArgs, labels: readonly Row<'labels'>[]): Promise<void> {
  if (labels.length > atOnce) await hub.wakeLabels()
  else await workAtOnce(hub, labels)
}

function refusalText(refusal: LabelRefusal, { texts, currency }: { texts: Texts; currency: string }): string {
  const { t, money } = texts
  switch (refusal.reason) {
    case 'more-than-open':
      return t('labels.refused.more-than-open', { n: refusal.open })
    case 'daily-limit':
      return t('labels.refused.daily-limit', {
        limit: money({ minor: refusal.limitMinor, currency }),
        spent: money({ minor: refusal.spentMinor, currency }),
      })
    default:
      return t(`labels.refused.${refusal.reason}`)
  }
}
