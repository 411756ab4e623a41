import type { SellerDb } from '#db/client.ts'
import { holidayYears, publicHolidays, type Holiday } from '#features/orders/ship-calendar/holidays.server.ts'
import type { BankCalendar } from './payout-dates.ts'
import { readPayoutAccount } from './payout-accounts-db.server.ts'

export type BankPlace = Awaited<ReturnType<typeof readBankPlace>>

/** Reads where a seller's bank is: the shop's country if no account is known. */
export async function readBankPlace(db: SellerDb, sellerId: number, now: Date) {
  const [seller, account] = await Promise.all([
    db.selectFrom('sellers').select(['time_zone', 'country']).where('id', '=', sellerId).executeTakeFirstOrThrow(),
    readPayoutAccount(db, sellerId, now),
  ])
  return { timeZone: seller.time_zone, country: account?.country ?? seller.country }
}

/** Makes the calendars of banks; looks up the holidays of each country once. */
export function bankCalendars({ now, businessDays }: { now: Date; businessDays: readonly number[] }) {
  const known = new Map<string, Promise<Holiday[]>>()
  return async ({ timeZone, country }: BankPlace): Promise<BankCalendar> => {
    const looked = known.get(country) ?? publicHolidays(country, holidayYears(now), 'en')
    known.set(country, looked)
    return { timeZone, workingDays: businessDays, holidays: (await looked).map(({ day }) => day) }
  }
}
