import type { TrackingKind } from '#features/shipping/fulfilment/parcel-states.ts'

// The port to a provider of shipping labels: an account of the seller that sells labels of one or more carriers.

/** An address as providers read it. */
export interface LabelAddress {
  name: string
  company: string | null
  lines: readonly string[]
  city: string
  region: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  phone: string | null
  email: string | null
}

/** What customs must know of one kind of goods in a parcel. */
export interface CustomsItem {
  sku: string | null
  description: string
  quantity: number
  /** Of one unit. */
  grams: number
  /** Of one unit, in minor units of the declaration's currency. */
  valueMinor: number
  /** Digits of the Harmonized System; null where none is known. */
  hsCode: string | null
  /** ISO 3166-1 alpha-2. */
  originCountry: string
}

export interface CustomsDeclaration {
  purpose: 'SALE' | 'RETURN'
  currency: string
  items: readonly CustomsItem[]
  /** Number of the Import One-Stop Shop, if the marketplace has collected the tax. */
  ioss: string | null
  senderEori: string | null
  recipientEori: string | null
}

/** A parcel that a label is to be bought for. */
export interface LabelParcel {
  /** Names the parcel at the provider, so that a label is found again by it: letters and digits. */
  key: string
  from: LabelAddress
  to: LabelAddress
  grams: number
  /** Length, width and height in millimetres; null if unknown. */
  sizeMm: readonly [number, number, number] | null
  /** Printed on the label where there is room: the order's number. */
  reference: string
  /** Null within a customs union. */
  customs: CustomsDeclaration | null
  /** In minor units of `currency`; null: none. */
  insuredMinor: number | null
  signature: boolean
  currency: string
}

export interface LabelRate {
  /** The provider's id, by which the label is bought; valid for the parcel it was asked for. */
  id: string
  carrier: string
  /** Stable code of the service, by which rules choose it, such as `royal_mail_tracked_48`. */
  code: string
  service: string
  costMinor: number
  currency: string
  /** Days in transit, fewest and most; null if unknown. */
  days: readonly [number, number] | null
}

export const labelFormats = ['PDF_A6', 'PDF_4X6', 'PDF_A4', 'ZPL'] as const
export type LabelFormat = (typeof labelFormats)[number]

export interface LabelFile {
  type: 'application/pdf' | 'application/zpl'
  content: Uint8Array
}

export interface BoughtLabel {
  /** The provider's id of the label. */
  id: string
  carrier: string
  service: string
  trackingNumber: string | null
  costMinor: number
  currency: string
  file: LabelFile
  /** A customs form to print and attach; null if the declaration is electronic or part of the label. */
  customsForm: LabelFile | null
}

/** `VOIDED`: paid back. `PENDING`: the provider decides later; `find` tells. `REFUSED`: used, or too old. */
export type VoidState = 'VOIDED' | 'PENDING' | 'REFUSED'

/** What became of a label at the provider. */
export interface FoundLabel extends BoughtLabel {
  void: VoidState | null
}

/** A carrier's event on a parcel. */
export interface LabelEvent {
  /** The provider's id of the label, or the number on the parcel. */
  label: { id: string } | { trackingNumber: string }
  kind: TrackingKind
  at: Date
  /** The carrier's words. */
  text: string
}

/** A line of the provider's account: a label, its refund (negative) or a later correction. */
export interface LabelCharge {
  /** Unique within the account. */
  id: string
  labelId: string
  kind: 'LABEL' | 'REFUND' | 'CORRECTION'
  at: Date
  amountMinor: number
  currency: string
  text: string
}

/** Problems of an address, in the provider's words; empty if it can be delivered to. */
export interface AddressAnswer {
  problems: readonly string[]
  /** As the provider would write it; null if it proposes nothing. */
  suggestion: LabelAddress | null
}

export interface Balance {
  minor: number
  currency: string
  /** Where the seller tops the balance up; null if the provider has no such page. */
  topUpUrl: string | null
}

/**
 * An account at a provider. Calls throw `LabelError`. Parts that are null are not offered by the provider, and the hub
 * leaves them out. To write another provider, see `docs/label-providers.md`.
 */
export interface LabelProvider {
  /** Services that can carry the parcel; empty if none. */
  rates(parcel: LabelParcel): Promise<LabelRate[]>
  /** Buys the label of a rate. The hub calls it once for a rate, and asks `find` if the answer is lost. */
  buy(rateId: string, parcel: Pick<LabelParcel, 'key' | 'reference'>, format: LabelFormat): Promise<BoughtLabel>
  /** The label bought for the parcel by this rate; null if none was bought. */
  find(rateId: string, parcel: Pick<LabelParcel, 'key'>, format: LabelFormat): Promise<FoundLabel | null>
  void(labelId: string): Promise<VoidState>
  /** The label again, at no cost. */
  reprint(labelId: string, format: LabelFormat): Promise<LabelFile>
  track(labelId: string): Promise<LabelEvent[]>
  /**
   * Events of a webhook's request, whose signature is checked with the account's webhook secret; null if it is not
   * signed by the provider. Some providers sign nothing, but repeat a secret that stands in the webhook's address.
   */
  readWebhook(request: { url: URL; headers: Headers; body: string }, secret: string): LabelEvent[] | null
  /** Where the provider sends its events; null if the seller enters it at the provider. */
  webhook: {
    /** Returns the secret that `readWebhook` checks: the offered one, or the provider's own. */
    register(url: string, secret: string): Promise<string>
    /** Does nothing if the address is not registered. */
    remove(url: string): Promise<void>
  } | null
  /** One document for parcels that the carrier collects; null if the provider has none. */
  manifest: ((labelIds: readonly string[]) => Promise<LabelFile>) | null
  checkAddress: ((address: LabelAddress) => Promise<AddressAnswer>) | null
  balance: (() => Promise<Balance | null>) | null
  /** The account's lines of a span of time, oldest first; null if the provider publishes none. */
  charges: ((from: Date, until: Date) => Promise<LabelCharge[]>) | null
  /** Resolves if the key is accepted; throws `LabelError` if not. */
  checkKey(): Promise<void>
}

/**
 * `REFUSED`: nothing was bought, and `message` says why in the provider's words. `KEY`: the key is not accepted.
 * `UNAVAILABLE`: nobody knows whether the request was carried out.
 */
export type LabelFailure = 'REFUSED' | 'KEY' | 'UNAVAILABLE'

export class LabelError extends Error {
  readonly failure: LabelFailure
  constructor(failure: LabelFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

export const labelProviderKinds = ['EXAMPLE', 'KARRIO', 'SHIPPO'] as const
export type LabelProviderKind = (typeof labelProviderKinds)[number]

/** An HTTP client of the hub for providers: only networks that the operator allows, no redirects, with a time limit. */
export type ProviderFetch = (request: Request) => Promise<Response>

/** How a seller's account reaches its provider. */
export interface ProviderAccount {
  /** Base address without a trailing slash. */
  url: string
  key: string
  fetch: ProviderFetch
}
