import type { Row } from '#db/schema.ts'
import { LabelError, type AddressAnswer, type LabelAddress } from '#features/shipping/label-providers/label-provider.ts'
import type { Texts } from '#texts/texts.ts'
import type { Hub } from '#web/hub.ts'
import { providerFor } from './label-accounts-db.server.ts'

/** Addresses that are asked about at once. */
const atOnce = 8

/**
 * Asks the first account that checks addresses, and says in one line what it doubts and proposes: null if nothing, or if
 * nobody answers. It never keeps a label from being bought.
 */
export async function checkAddresses(
  hub: Pick<Hub, 'secret' | 'config'>,
  {
    accounts,
    addresses,
    texts,
  }: { accounts: readonly Row<'label_accounts'>[]; addresses: readonly LabelAddress[]; texts: Texts },
): Promise<(string | null)[]> {
  const check = accounts.map((account) => checkOf(account, hub)).find((each) => each !== null)
  if (!check) return addresses.map(() => null)
  const words: (string | null)[] = []
  for (let at = 0; at < addresses.length; at += atOnce) {
    const part = addresses.slice(at, at + atOnce)
    words.push(...(await Promise.all(part.map(async (address) => wordsOf(address, await check(address), texts)))))
  }
  return words
}

const nothing: AddressAnswer = { problems: [], suggestion: null }

function checkOf(account: Row<'label_accounts'>, hub: Pick<Hub, 'secret' | 'config'>) {
  const ifAnswered = (error: unknown): AddressAnswer => {
    if (error instanceof LabelError) return nothing
    throw error
  }
  try {
    const { checkAddress } = providerFor(account, hub)
    return checkAddress && ((address: LabelAddress) => checkAddress(address).catch(ifAnswered))
  } catch (error) {
    // The key must be entered again.
    ifAnswered(error)
    return null
  }
}

function wordsOf(address: LabelAddress, { problems, suggestion }: AddressAnswer, { t }: Texts): string | null {
  const proposed = suggestion && oneLine(suggestion) !== oneLine(address) ? oneLine(suggestion) : null
  const parts = [
    problems.length > 0 ? t('labels.address.problems', { words: problems.join(' ') }) : null,
    proposed === null ? null : t('labels.address.suggestion', { address: proposed }),
  ]
  return parts.filter(Boolean).join(' ') || null
}

const oneLine = ({ name, company, lines, city, region, postcode, country }: LabelAddress): string =>
  [name, company, ...lines, city, region, postcode, country].filter(Boolean).join(', ')
