import { createSqlRecorder } from './bare-sql.ts'
import { measurePages } from './measure-pages.ts'
import { everyPage, pageGroups } from './page-tables.ts'
import { paymentCases, readKnownMoney } from './payment-pages.ts'
import type { RunSuite } from './setting.ts'
import { warmHub } from './warm.ts'

export const paymentsSuite: RunSuite = async (setting) => {
  const { db, hub, say } = setting
  const visitor = await setting.visit()
  say('  until the hub is warm')
  await warmHub(visitor)
  const recorder = await createSqlRecorder(setting, visitor.cookie)
  const known = await readKnownMoney(db)
  const measured = await measurePages(paymentCases(known), { visitor, recorder, hub, say })
  visitor.close()
  await recorder.close()
  const transactions = known.transactions.toLocaleString('en')
  return [{ ...pageGroups(measured), title: `Payments with ${transactions} transactions, ms` }, everyPage(measured)]
}
