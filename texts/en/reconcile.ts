/** Texts of the area "reconcile": a marketplace's report, compared with the books. */
export const reconcile = {
  'reconcile.title': 'Reconcile',
  'reconcile.intro':
    'Compare a report of the marketplace with your books, row by row: a transaction report of eBay, an Amazon settlement, or what Shopify, Stripe, PayPal or Etsy paid. Nothing in your books changes. Names and addresses of buyers are not stored.',
  'reconcile.noReports': 'No report compared yet',
  'reconcile.file': 'Report',
  'reconcile.error':
    '{reason, select, tooLong {The report spans too many transactions. Download a shorter period.} other {The comparison failed. The error was recorded; compare again.}}',
  'reconcile.known':
    '{report, select, ebayTransactions {eBay transaction report.} ebayEarnings {eBay order earnings report.} amazonSettlement {Amazon settlement report.} shopifyPayments {Shopify Payments transactions.} stripeBalance {Stripe balance report.} paypalActivity {PayPal activity.} etsyStatement {Etsy monthly statement.} other {Etsy sold orders.}}',
  'reconcile.kept': 'Earlier reports',
  'reconcile.kept.hint': 'kept for 30 days',
  'reconcile.comparing': 'Being compared: {done} of {all} rows.',
  'reconcile.compared': 'Compared {at} by {name}, {n, plural, one {# line} other {# lines}}.',
  'reconcile.dropped':
    '{n, plural, one {# column was not stored, because it may hold data of buyers or is not needed.} other {# columns were not stored, because they may hold data of buyers or are not needed.}}',
  'reconcile.download': 'Download result',
  'reconcile.fileName': 'reconciliation',
  'reconcile.need': 'Choose the columns of the order number and of the net amount.',
  'reconcile.need.stored': 'A column that you chose was not stored. Upload the report again: it is used then.',
  'reconcile.columns': 'Columns and types',
  'reconcile.columns.hint':
    'what each column and type of row means; later reports with these columns are read the same way',
  'reconcile.columns.of': 'Meaning of {column}',
  'reconcile.column':
    '{kind, select, day {Day} type {Type} order {Order number} orderText {Text with the order number} total {Total of the report} part {Part of an amount} detail {Description of the part} status {Payment status} currency {Currency} net {Net amount} reference {Reference} payout {Payout} fees {Fees} feeVariable {Final value fee, variable} feeFixed {Final value fee, fixed} feeInternational {International fee} feeBelowStandard {Below standard fee} feeNotAsDescribed {Not as described fee} feeRegulatory {Regulatory fee} feeDeposit {Deposit processing fee} feePromoted {Promoted listings fee} feeDispute {Dispute fee} other {Charity donation}}',
  'reconcile.column.notStored': 'Not stored. Choose its meaning, then upload the report again.',
  'reconcile.types': 'Types of rows',
  'reconcile.types.hint': 'where a row names an order, its sign says whether it was sold or refunded',
  'reconcile.types.of': 'Kind of {type}',
  'reconcile.types.found': 'As recognized',
  'reconcile.types.move': 'Not compared',
  'reconcile.dayOrder': 'Dates',
  'reconcile.dayOrder.usual': 'As usual in your country',
  'reconcile.dayOrder.DMY': 'Day before month',
  'reconcile.dayOrder.MDY': 'Month before day',
  'reconcile.again': 'Compare again',
  'reconcile.sums': 'Sums',
  'reconcile.result': 'Result',
  'reconcile.rows': 'Lines',
  'reconcile.here': 'Here',
  'reconcile.difference': 'Difference',
  'reconcile.same': 'Report and books have the same sum.',
  'reconcile.sameOfRead':
    'The rows that were read have the same sum as your books. {n, plural, one {# row was} other {# rows were}} not read.',
  'reconcile.coverage': 'Sums of {read} of {all} rows of the report.{n, plural, =0 {} other { Left out: {left}.}}',
  'reconcile.ownTotal': 'All rows add up to {total}, the report’s own total.',
  'reconcile.otherTotal': 'All rows add up to {sum}, but the report’s own total is {total}.',
  'reconcile.left':
    '{n, plural, one {# row} other {# rows}} {rule, select, type {of an unknown type} order {without an order number} nothing {without an amount} total {with the total of the report} status {not settled} move {moving money only} other {whose amount cannot be read}}',
  'reconcile.notSame': 'Report and books differ.',
  'reconcile.verdict':
    '{verdict, select, MATCHED {Matched} DIFFERENT {Different} MISSING_HERE {Missing here} MISSING_THERE {Missing there} UNREAD {Not read} other {Not compared}}',
  'reconcile.verdict.hint':
    '{verdict, select, MATCHED {Both sides have the same amount and fees, at most a day apart.} DIFFERENT {Both sides have it, but not the same. The difference is the report minus your books.} MISSING_HERE {Only the report has it.} MISSING_THERE {Only your books have it, within the days of the report.} NO_DAYS {No row of the report has a day, so nothing tells what it should have. Choose the column of the day.} UNREAD {These rows could not be read, so nothing is known about them.} other {These rows have no amount of their own, or only move money between your balances.}}',
  'reconcile.verdict.sum': 'In all {amount}.',
  'reconcile.mayBeUnread':
    '{n, plural, one {# row of the report was} other {# rows of the report were}} not read and may be among these.',
  'reconcile.why': '{verdict, select, MISSING_HERE {not in your books} other {not in the report}}',
  'reconcile.reason':
    '{rule, select, fee {fee differs by {amount}} amount {amount differs by {amount}} twice {the same row is in the report already} date {other date: {there} there, {here} here} currency {other currency: {currency} here} type {unknown type} order {no order number} nothing {no amount} total {total of the report} status {not settled} move {moves money only} other {amount cannot be read}}',
  'reconcile.reasons': 'Why',
  'reconcile.line': 'Line',
  'reconcile.none': 'There are no such lines.',
  'reconcile.pages': 'Pages of the result',
  'reconcile.file.reportDay': 'Day in the report',
  'reconcile.file.bookDay': 'Day here',
  'reconcile.delete': 'Delete this report',
  'reconcile.delete.hint': 'The report and its result are deleted. This cannot be undone; your books stay as they are.',
  'reconcile.delete.do': 'Delete report',
}
