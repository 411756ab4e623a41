import type { ReactNode } from 'react'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { TransactionRowModel } from './transaction-row.ts'

interface TransactionsTableProps {
  rows: readonly TransactionRowModel[]
  /** Label of the column that says what a transaction is about. */
  about: string
  /** A last column: its label, and its cell for each row. */
  last?: { label: string; cells: readonly ReactNode[] }
  sum?: { text: string; amount: string; fees: string; net: string } | null
  className?: string
}

export function TransactionsTable({ rows, about, last, sum, className }: TransactionsTableProps) {
  const { t } = useTexts()
  return (
    <CardTable
      head={t('payments.column.time')}
      columns={[
        { key: 'kind', label: t('payments.column.kind') },
        { key: 'order', label: t('word.order') },
        { key: 'about', label: about },
        { key: 'amount', label: t('word.amount'), isNumber: true },
        { key: 'fees', label: t('payments.column.fees'), isNumber: true },
        { key: 'net', label: t('payments.column.net'), isNumber: true },
        ...(last ? [{ key: 'last', label: last.label }] : []),
      ]}
      rows={rows.map(({ key, href, time, kind, order, about: what, amount, fees, net }, index) => ({
        key,
        name: <PageLink to={href}>{time}</PageLink>,
        cells: [
          kind,
          order ? (
            <PageLink key="order" to={order.href}>
              {order.text}
            </PageLink>
          ) : null,
          what === null ? null : (
            <span key="about" dir="auto">
              {what}
            </span>
          ),
          amount,
          fees,
          net,
          ...(last ? [last.cells[index]] : []),
        ],
      }))}
      foot={sum ? { key: 'sum', name: sum.text, cells: [null, null, null, sum.amount, sum.fees, sum.net] } : undefined}
      className={className}
    />
  )
}
