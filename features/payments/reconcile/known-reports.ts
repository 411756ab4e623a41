import { recogniseFile, type FileSignature, type ShownFile } from '#lib/recognise-file.ts'
import type { ReportKind } from './report-kinds.ts'

// Reports of money as their programs write them.

export const moneyReports = [
  'ebayTransactions',
  'ebayEarnings',
  'amazonSettlement',
  'shopifyPayments',
  'stripeBalance',
  'paypalActivity',
  'etsyStatement',
  'etsyOrders',
] as const
export type MoneyReport = (typeof moneyReports)[number]

/** Fees that reports have in columns of their own; together they are the fees of a row. */
export const feeColumns = [
  'fees',
  'feeVariable',
  'feeFixed',
  'feeInternational',
  'feeBelowStandard',
  'feeNotAsDescribed',
  'feeRegulatory',
  'feeDeposit',
  'feePromoted',
  'feeDispute',
  'feeCharity',
] as const

export const columnKinds = [
  'day',
  'type',
  'order',
  'orderText',
  'currency',
  'net',
  'total',
  'part',
  'detail',
  'status',
  'reference',
  'payout',
  ...feeColumns,
] as const
export type ColumnKind = (typeof columnKinds)[number]

export interface KnownReport extends FileSignature {
  /** Its columns, most likely name first; those of eBay are found like any other. */
  columns: Partial<Record<ColumnKind, readonly string[]>>
  /** Words of its types, where it means something of its own. */
  words: Readonly<Record<string, ReportKind>>
  /** Whether the rows of an order are parts of its sale or refund: price, tax and each fee. */
  isOfParts: boolean
  /** Whether the sign of rows with words of their own says what they are. */
  readsSign: boolean
  /** Whether fees are positive if the seller pays them. */
  areFeesCosts: boolean
}

const simple = { columns: {}, words: {}, isOfParts: false, readsSign: false, areFeesCosts: false }

const known: Readonly<Record<MoneyReport, KnownReport>> = {
  ebayTransactions: {
    ...simple,
    // A charge of eBay is one, whatever its sign.
    words: { charge: 'CHARGE', belastung: 'CHARGE' },
    has: ['transaction creation date|datum der transaktionserstellung', 'net amount|betrag abzügl. kosten'],
  },
  ebayEarnings: { ...simple, has: ['order creation date', 'order earnings'] },
  // Flat file V2: a row for each part of an amount, below one with the total and the only currency.
  amazonSettlement: {
    ...simple,
    number: /^\d{3}-\d{7}-\d{7}$/,
    has: ['settlement-id', 'transaction-type', 'amount-type', 'amount-description', 'amount'],
    columns: {
      day: ['posted-date', 'posted-date-time'],
      type: ['transaction-type'],
      order: ['order-id'],
      currency: ['currency'],
      net: ['amount'],
      payout: ['settlement-id'],
      part: ['amount-type'],
      detail: ['amount-description'],
      total: ['total-amount'],
    },
    words: {
      order: 'SALE',
      refund: 'REFUND',
      'a to z guarantee refund': 'REFUND',
      'guarantee refund': 'REFUND',
      'chargeback refund': 'DISPUTE',
      'previous reserve amount balance': 'MOVE',
      'current reserve amount': 'MOVE',
      'payable to amazon': 'MOVE',
      'successful charge': 'MOVE',
      'shipping label purchase': 'LABEL',
      'shipping label purchase for return': 'LABEL',
    },
    isOfParts: true,
    readsSign: true,
  },
  // Payouts › Transactions › Export.
  shopifyPayments: {
    ...simple,
    has: ['transaction date', 'payout status', 'card brand', 'fee', 'net'],
    columns: {
      day: ['transaction date'],
      type: ['type'],
      order: ['order'],
      currency: ['currency'],
      net: ['net'],
      fees: ['fee'],
      payout: ['payout id'],
      reference: ['checkout'],
    },
    words: { charge: 'SALE', chargeback: 'DISPUTE', 'chargeback won': 'DISPUTE', reserve: 'MOVE' },
    areFeesCosts: true,
  },
  // Balance › Export, and the report of balance changes.
  stripeBalance: {
    ...simple,
    number: /^(?:txn|ch|py)_\w+$/,
    has: [
      'id|balance_transaction_id',
      'type|reporting_category',
      'fee',
      'net',
      'available on (utc)|available_on|available_on_utc',
    ],
    columns: {
      day: ['created (utc)', 'created_utc', 'created'],
      type: ['reporting_category', 'type'],
      order: [
        'order_id (metadata)',
        'order_number (metadata)',
        'payment_metadata[order_id]',
        'payment_metadata[order_number]',
      ],
      orderText: ['description'],
      currency: ['currency'],
      net: ['net'],
      fees: ['fee'],
      payout: ['transfer', 'automatic_payout_id'],
      reference: ['source', 'source_id'],
    },
    words: {
      charge: 'SALE',
      payment: 'SALE',
      'payment refund': 'REFUND',
      'refund failure': 'REFUND',
      'dispute reversal': 'DISPUTE',
      'stripe fee': 'CHARGE',
      'network cost': 'CHARGE',
      'payout cancel': 'MOVE',
      'payout failure': 'MOVE',
      reserve: 'MOVE',
      'reserve transaction': 'MOVE',
      topup: 'MOVE',
    },
    areFeesCosts: true,
  },
  // Activity › Download, all transactions.
  paypalActivity: {
    ...simple,
    number: /^(?=.*\d)(?=.*[A-Z])[0-9A-Z]{17}$/,
    has: ['transaction id|transaktionscode', 'gross|brutto', 'fee|gebühr', 'net|netto', 'timezone|time zone|zeitzone'],
    columns: {
      day: ['date', 'datum'],
      type: ['type', 'typ', 'description', 'beschreibung'],
      status: ['status'],
      order: ['invoice number', 'invoice id', 'rechnungsnummer', 'custom number', 'custom'],
      currency: ['currency', 'währung'],
      net: ['net', 'netto'],
      fees: ['fee', 'gebühr'],
      reference: ['transaction id', 'transaktionscode'],
    },
    words: {
      'express checkout payment': 'SALE',
      'website payment': 'SALE',
      'web accept payment received': 'SALE',
      'mobile payment': 'SALE',
      'paypal express zahlung': 'SALE',
      'express checkout zahlung': 'SALE',
      'website zahlung': 'SALE',
      handyzahlung: 'SALE',
      'ebay auction payment': 'SALE',
      'shopping cart item': 'MOVE',
      'payment refund': 'REFUND',
      rückzahlung: 'REFUND',
      chargeback: 'DISPUTE',
      'payment reversal': 'DISPUTE',
      'chargeback reversal': 'DISPUTE',
      'general withdrawal': 'PAYOUT',
      'user initiated withdrawal': 'PAYOUT',
      'withdraw funds to bank account': 'PAYOUT',
      'allgemeine abbuchung': 'PAYOUT',
      'von nutzer eingeleitete abbuchung': 'PAYOUT',
      'general currency conversion': 'MOVE',
      'allgemeine währungsumrechnung': 'MOVE',
      'bank deposit to pp account': 'MOVE',
      'bankgutschrift auf paypal konto': 'MOVE',
      'einbehaltung für offene autorisierung': 'MOVE',
      'account hold for open authorization': 'MOVE',
      'reversal of general account hold': 'MOVE',
      'hold on balance for dispute investigation': 'MOVE',
      'cancellation of hold for dispute resolution': 'MOVE',
      'payment review hold': 'MOVE',
    },
  },
  // Shop Manager › Finances › Monthly statement.
  etsyStatement: {
    ...simple,
    has: ['date', 'type', 'title', 'info', 'fees & taxes', 'net'],
    columns: {
      day: ['date'],
      type: ['type'],
      order: ['info'],
      orderText: ['title'],
      currency: ['currency'],
      net: ['net'],
      fees: ['fees & taxes'],
    },
    words: {
      sale: 'SALE',
      fee: 'CHARGE',
      tax: 'CHARGE',
      vat: 'CHARGE',
      marketing: 'CHARGE',
      shipping: 'LABEL',
      deposit: 'PAYOUT',
    },
    isOfParts: true,
  },
  // Sold orders: Settings › Options › Download data.
  etsyOrders: {
    ...simple,
    has: ['sale date', 'order id', 'order value', 'order net'],
    columns: { day: ['sale date'], order: ['order id'], currency: ['currency'], net: ['order net'] },
  },
}

export const reportOf = (id: MoneyReport | null | undefined): KnownReport | null => (id ? known[id] : null)

const signatures = moneyReports.map((id) => ({ ...known[id], id }))

export const recogniseReport = (file: ShownFile): MoneyReport | null => recogniseFile(signatures, file)?.id ?? null

export const namedOfReports = (fields: readonly string[]): number =>
  recogniseFile(signatures, { header: fields, sample: [] })?.has.length ?? 0
