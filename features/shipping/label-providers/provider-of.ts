import type { LabelProvider, LabelProviderKind, ProviderAccount } from './label-provider.ts'
import { exampleCarrier } from './example-carrier.server.ts'
import { karrio } from './karrio.server.ts'
import { shippo } from './shippo.server.ts'

const adapters: Record<LabelProviderKind, (account: ProviderAccount) => LabelProvider> = {
  EXAMPLE: exampleCarrier,
  KARRIO: karrio,
  SHIPPO: shippo,
}

/** The account's provider. */
export const providerOf = (kind: LabelProviderKind, account: ProviderAccount): LabelProvider => adapters[kind](account)
