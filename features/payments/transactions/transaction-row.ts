import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { Row } from '#db/schema.ts'
import { paths } from '#web/paths.ts'
import { aboutWords } from './transaction-words.ts'

export type TransactionRowModel = ReturnType<typeof transactionRow>

export type ShownTransaction = Pick<
  Row<'transactions'>,
  | 'transaction_number'
  | 'kind'
  | 'happened_at'
  | 'order_number'
  | 'description'
  | 'gross_minor'
  | 'fees_minor'
  | 'net_minor'
> & { title: string | null; line_count: number | null }

export function transactionRow(
  row: ShownTransaction,
  { currency, now, texts }: { currency: string; now: Date; texts: Texts },
) {
  const money = (minor: number) => texts.money({ minor, currency })
  return {
    key: row.transaction_number,
    href: paths.transactionDetails(row.transaction_number),
    time: momentWords(row.happened_at, now, texts),
    kind: texts.t(`payments.kind.${row.kind}`),
    order: row.order_number === null ? null : { text: row.order_number, href: paths.orderDetails(row.order_number) },
    about: aboutWords(row, texts),
    amount: money(row.gross_minor),
    fees: row.fees_minor === 0 ? '–' : money(row.fees_minor),
    net: money(row.net_minor),
  }
}
