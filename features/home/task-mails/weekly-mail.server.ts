import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { readLevelLines } from '#features/home/overview/level-lines.server.ts'
import type { LinesModel } from '#features/home/overview/lines-section.tsx'
import { readMoneyLines } from '#features/home/overview/money-lines.server.ts'
import { readSalesModel, type SalesModel } from '#features/home/overview/sales-view.server.ts'
import { readStockLines } from '#features/home/overview/stock-lines.server.ts'
import { dueSummary } from '#features/home/tasks/due-summary.ts'
import type { DueTasks } from '#features/home/tasks/tasks-db.server.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import type { MailSection } from './compose-mail.server.ts'
import type { MailedSeller } from './task-mails-db.server.ts'

interface WeekOf {
  seller: Omit<MailedSeller, 'readers'>
  role: Role
  due: DueTasks
  standards: SellerStandards
  now: Date
  texts: Texts
}

/** Whether the shop has a listing or an order: a mail without any figure helps nobody. */
export async function sellsAnything(db: SellerDb, sellerId: number): Promise<boolean> {
  const either = sql<{ sells: boolean }>`
    select exists (select from listings where seller_id = ${sellerId})
      or exists (select from order_counts where seller_id = ${sellerId} and orders > 0) as sells`
  return (await oneRow(db, either)).sells
}

/** The overview's figures for the seven days before today, as far as the role may see them. */
export async function readWeek(
  db: SellerDb,
  { seller, role, due, standards, now, texts }: WeekOf,
): Promise<{ values: Record<string, string>; sections: MailSection[] }> {
  const { id: sellerId, timeZone, currency } = seller
  const today = dateAt(now, timeZone)
  const end = startOfDay(today, timeZone)
  const [sales, money, stock, level] = await Promise.all([
    mayDo(role, 'amounts.view') ? readSalesModel(db, seller, { now: end, days: 7, texts }) : null,
    mayDo(role, 'money.view') ? readMoneyLines(db, { sellerId, currency, now, texts }) : null,
    readStockLines(db, { sellerId, now, texts }),
    standards.levels ? readLevelLines(db, { seller, standards, now, texts }) : null,
  ])
  const sections = [
    todo(due, texts),
    ...(sales ? [salesSection(sales, texts)] : []),
    ...(money ? [linesSection(texts.t('word.money'), money)] : []),
    linesSection(texts.t('overview.stock'), stock),
    ...(level ? [linesSection(texts.t('overview.level'), level)] : []),
  ]
  return {
    values: {
      from: texts.moment(startOfDay(addDays(today, -7), timeZone), 'date'),
      to: texts.moment(startOfDay(addDays(today, -1), timeZone), 'date'),
    },
    sections: sections.filter(({ lines }) => lines.length > 0),
  }
}

const todo = (due: DueTasks, texts: Texts): MailSection => ({
  title: texts.t('tasks.title'),
  lines: [{ due: '', what: dueSummary(due, texts), about: '', value: '', href: paths.tasks() }],
})

const salesSection = ({ figures }: SalesModel, { t }: Texts): MailSection => ({
  title: t('sales.title'),
  lines: figures.map(({ label, value, change, before }) => ({
    due: '',
    what: `${value} ${label}`,
    about: [change?.text, before].filter(Boolean).join(', '),
    value: '',
    href: paths.overview,
  })),
})

const linesSection = (title: string, { lines }: LinesModel): MailSection => ({
  title,
  lines: lines.map(({ label, value, href }) => ({ due: '', what: label, about: '', value, href })),
})
