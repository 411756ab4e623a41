import type { Row } from '#db/schema.ts'
import type { Hub } from '#web/hub.ts'
import { providerFor } from './label-accounts-db.server.ts'
import { LabelError, type LabelParcel, type LabelRate } from '#features/shipping/label-providers/label-provider.ts'
import { ratesByCost } from './label.ts'

export interface AccountRate extends LabelRate {
  accountKey: string
  accountName: string
}

export interface ParcelRates {
  /** Of all accounts, cheapest first. */
  rates: AccountRate[]
  /** Accounts that did not answer, with the reason. */
  failures: { accountName: string; error: LabelError }[]
}

/** Parcels that are asked about at once. */
const atOnce = 8

/** Asks each account what the parcels cost, in order; an account that does not answer leaves the others. */
export async function ratesOfParcels(
  hub: Pick<Hub, 'secret' | 'config'>,
  accounts: readonly Row<'label_accounts'>[],
  parcels: readonly LabelParcel[],
): Promise<ParcelRates[]> {
  const answers: ParcelRates[] = []
  for (let at = 0; at < parcels.length; at += atOnce) {
    const part = parcels.slice(at, at + atOnce)
    answers.push(...(await Promise.all(part.map((parcel) => ratesOf(hub, accounts, parcel)))))
  }
  return answers
}

async function ratesOf(
  hub: Pick<Hub, 'secret' | 'config'>,
  accounts: readonly Row<'label_accounts'>[],
  parcel: LabelParcel,
): Promise<ParcelRates> {
  const failures: ParcelRates['failures'] = []
  const found = await Promise.all(
    accounts.map(async (account): Promise<AccountRate[]> => {
      const { account_key: accountKey, name: accountName } = account
      try {
        const rates = await providerFor(account, hub).rates(parcel)
        return rates.map((rate) => ({ ...rate, accountKey, accountName }))
      } catch (error) {
        if (!(error instanceof LabelError)) throw error
        failures.push({ accountName, error })
        return []
      }
    }),
  )
  return { rates: ratesByCost(found.flat()), failures }
}
