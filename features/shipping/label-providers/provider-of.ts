import { LabelError, type LabelProvider, type LabelProviderKind, type ProviderAccount } from './label-provider.ts'
import { exampleCarrier } from './example-carrier.server.ts'
import { karrio } from './karrio.server.ts'

const missing = (): never => {
  throw new LabelError('REFUSED', 'The hub has no adapter for this provider')
}

const adapters: Record<LabelProviderKind, (account: ProviderAccount) => LabelProvider> = {
  EXAMPLE: exampleCarrier,
  KARRIO: karrio,
  SHIPPO: missing,
}

/** The account's provider. */
export const providerOf = (kind: LabelProviderKind, account: ProviderAccount): LabelProvider => adapters[kind](account)
