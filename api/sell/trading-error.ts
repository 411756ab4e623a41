import { writeXml, type XmlNode } from './xml.ts'

/** Errors of trading calls by eBay's code, with a short text of the hub's own. */
const tradingErrors = {
  2: 'Unsupported API call',
  5: 'XML parse error',
  17: 'Item not found',
  37: 'Input data is invalid',
  518: 'Call usage limit has been reached',
  1100: 'Access denied',
  10007: 'Internal error to the application',
  20136: 'Best Offer not found',
  20139: 'Invalid BestOfferStatus',
  20140: 'Best Offers not found',
  21921: 'Counter offer quantity is required',
  21929: 'Best Offer no longer available',
  21940: 'Cannot respond to your own counter offer',
  21916984: 'Invalid IAF token',
} as const
export type TradingErrorCode = keyof typeof tradingErrors

/** Refusal of a trading call: a sentence, and the tag of the request that it is about. */
export class TradingError extends Error {
  readonly code: TradingErrorCode
  readonly tag: string | null

  constructor(code: TradingErrorCode, message: string = `${tradingErrors[code]}.`, tag: string | null = null) {
    super(message)
    this.code = code
    this.tag = tag
  }
}

export const invalidTag = (tag: string, why = '') =>
  new TradingError(37, `Input data for tag <${tag}> is invalid or missing. ${why}`.trim(), tag)

export const writeTradingError = ({ code, message, tag }: TradingError): XmlNode => [
  'Errors',
  [
    ['ShortMessage', tradingErrors[code]],
    ['LongMessage', message],
    ['ErrorCode', code],
    ['SeverityCode', 'Error'],
    ['ErrorParameters', tag === null ? null : [['Value', tag]], { ParamID: '0' }],
    ['ErrorClassification', code === 10007 ? 'SystemError' : 'RequestError'],
  ],
]

/** Version of the trading API whose shapes the answers have. */
const version = 1423

/** An answer; clients expect 200 also of refusals. */
export function tradingAnswer(
  call: string,
  now: Date,
  { ack, content, status = 200 }: { ack: 'Success' | 'Failure'; content: readonly XmlNode[]; status?: number },
): Response {
  const document = writeXml([
    `${call}Response`,
    [['Timestamp', now.toISOString()], ['Ack', ack], ...content, ['Version', version]],
    { xmlns: 'urn:ebay:apis:eBLBaseComponents' },
  ])
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${document}`, {
    status,
    headers: { 'Content-Type': 'text/xml; charset=utf-8' },
  })
}
