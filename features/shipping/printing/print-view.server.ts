import type { Texts } from '#texts/texts.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import type { Role } from '#web/roles.ts'
import { isIssued, missingForInvoice } from './invoice.ts'
import { labelFormats } from './label-formats.ts'
import { ordersOfEach, printChoices, type PrintChoice } from './print-choice.ts'
import type { PrintDocument } from '#features/core/order/print-documents.ts'
import { maxPrinted } from './print-rules.ts'
import type { LastPrinted, PrintableOrder } from './print-runs-db.server.ts'
import type { PrintSettings } from './print-settings.ts'
import type { PrintModel } from './print-view.tsx'

interface ModelArgs {
  orders: readonly PrintableOrder[]
  last: readonly LastPrinted[]
  /** Whether more orders match than fit in one run. */
  isMore: boolean
  settings: PrintSettings
  /** Document requested in the URL. */
  asked: string | null
  role: Role
  texts: Texts
}

export function printModel({ orders, last, isMore, settings, asked, role, texts }: ModelArgs): PrintModel {
  const { t } = texts
  const [order, ...others] = orders
  const choices = printChoices(orders, role)
  const isPossible = ({ document, orders: all }: PrintChoice<PrintableOrder>) =>
    all.length > 0 && !(isIssued(document) && missingForInvoice(settings))
  const possible = choices.filter(isPossible)
  const chosen = possible.find(({ document }) => document === asked) ?? possible[0]
  return {
    title:
      order && others.length === 0
        ? t('printing.titleOne', { number: order.order_number })
        : t('printing.title', { n: orders.length }),
    documents: choices.map((choice) => ({
      id: choice.document,
      label: t(`printing.choose.${choice.document}`),
      hint: hintOf(choice, { last, settings, texts }),
      isPossible: isPossible(choice),
    })),
    chosen: chosen?.document ?? null,
    asksNewOnly: choices.some(({ orders: all, again }) => again.length > 0 && again.length < all.length),
    formats: labelFormats.map(({ id }) => ({ value: id, label: t(`printing.format.${id}`) })),
    format: settings.labelFormat,
    begun: formBaseline(ordersOfEach(choices)),
    note: isMore ? t('printing.most', { n: maxPrinted }) : null,
  }
}

function outdatedWords(document: PrintDocument, orders: readonly PrintableOrder[], t: Texts['t']): string[] {
  const n = orders.filter(({ outdated, printed }) => outdated.includes(document) && !printed.includes(document)).length
  return n > 0 ? [t('printing.outdated', { n })] : []
}

function hintOf(
  { document, orders, again, leftOut }: PrintChoice<PrintableOrder>,
  { last, settings, texts }: Pick<ModelArgs, 'last' | 'settings' | 'texts'>,
): string {
  const { t } = texts
  const before = last.find((one) => one.document === document)
  if (isIssued(document) && missingForInvoice(settings)) return t('printing.error.no-address')
  return [
    t(`printing.sum.${document}`, { n: orders.length, paper: t(`printing.paper.${settings.paper}`) }),
    ...outdatedWords(document, orders, t),
    ...[...leftOut].map(([why, n]) => t(`printing.leftOut.${why}`, { n })),
    ...(again.length > 0 && before
      ? [
          t('printing.again', {
            n: again.length,
            name: before.printed_by,
            at: texts.moment(before.printed_at, 'dateTime'),
          }),
        ]
      : []),
  ].join(' ')
}
