/**
 * The schedule in UTC, in cron syntax: minute, hour, day, month, weekday. Every job also runs at start. A job is queued
 * at most once, so that a slow database or a clock change creates no backlog.
 */
export const timetable = {
  'buyer-erasures': '*/10 * * * *',
  'due-cases': '* * * * *',
  'due-cancellations': '* * * * *',
  'due-disputes': '* * * * *',
  'due-holds': '* * * * *',
  'due-labels': '* * * * *',
  'due-listings': '* * * * *',
  'due-offers': '* * * * *',
  'due-payouts': '* * * * *',
  'due-refunds': '* * * * *',
  'due-sales': '* * * * *',
  'ended-sign-ins': '*/15 * * * *',
  'file-runs': '* * * * *',
  'funds-available': '* * * * *',
  'label-charges': '27 4 * * *',
  'label-tracking': '*/15 * * * *',
  'old-api-answers': '37 3 * * *',
  'old-events': '47 3 * * *',
  'old-file-runs': '57 3 * * *',
  'old-notices': '53 3 * * *',
  'old-undos': '23 * * * *',
  holidays: '41 2 * * *',
  ledger: '* * * * *',
  market: '* * * * *',
  'payout-plans': '13 * * * *',
  'price-rules': '21 * * * *',
  'price-watch': '11 0 * * *',
  'product-copies': '*/10 * * * *',
  'seller-health': '9,39 * * * *',
  reorder: '7 1 * * *',
  'search-words': '*/10 * * * *',
  'ship-by': '* * * * *',
  'shop-pictures': '* * * * *',
  'sold-days': '* * * * *',
  'task-mails': '*/15 * * * *',
  'times-away': '* * * * *',
  'unused-pictures': '17 * * * *',
}

export const crontab = Object.entries(timetable)
  .map(([task, when]) => `${when} ${task} ?jobKey=${task}`)
  .join('\n')
