import { isDatabaseUnavailable } from '#db/failure.ts'
import type { ApiScope } from '#features/developers/api-keys/api-key.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import type { Caller } from '../caller.ts'
import { ApiProblem } from '../problem.ts'
import { readBody } from '../read-body.ts'
import { SellError } from './sell-error.ts'
import { authenticate, bearerOf, findTool } from './tool.ts'
import { getBestOffers, respondToBestOffer } from './trading-offers.ts'
import type { TradingCall } from './trading-call.ts'
import { tradingAnswer, TradingError, writeTradingError } from './trading-error.ts'
import { childrenOf, readXml, textIn, type XmlNode } from './xml.ts'

/** Path of eBay's Trading API, whose calls about offers have no counterpart in its REST APIs. */
export const tradingPath = '/ws/api.dll'

const calls: Readonly<
  Record<string, { scope: ApiScope; answer: (call: TradingCall) => Promise<readonly XmlNode[]> } | undefined>
> = {
  GetBestOffers: { scope: 'offers:read', answer: getBestOffers },
  RespondToBestOffer: { scope: 'listings:write', answer: respondToBestOffer },
}

/** Answers a call of the Trading API, named by its header. The token stands in a header or in the document. */
export async function answerTradingCall(
  hub: Hub,
  request: Request,
  seen: { requestId: string; caller: Caller | null },
): Promise<Response> {
  const named = request.headers.get('x-ebay-api-call-name') ?? ''
  const name = /^[A-Za-z]{1,60}$/.test(named) ? named : 'Unknown'
  try {
    const content = await answer(hub, request, { name, seen })
    return tradingAnswer(name, hub.now(), { ack: 'Success', content })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.code === 10007) hub.log.error({ err: error, requestId: seen.requestId }, 'a trading call failed')
    const status = isDatabaseUnavailable(error) ? 503 : refusal.code === 10007 ? 500 : 200
    return tradingAnswer(name, hub.now(), { ack: 'Failure', content: [writeTradingError(refusal)], status })
  }
}

async function answer(
  hub: Hub,
  request: Request,
  { name, seen }: { name: string; seen: { caller: Caller | null } },
): Promise<readonly XmlNode[]> {
  const header = request.headers.get('x-ebay-api-iaf-token') ?? bearerOf(request)
  const early = header === '' ? null : await authenticate(hub, header, seen)
  const document = readXml(await readBody(request))
  const inDocument = document && childrenOf(document, 'RequesterCredentials')[0]
  const token = header || (inDocument && textIn(inDocument, 'eBayAuthToken')) || ''
  // The key may have been revoked while the body arrived.
  const { key, seller } = await (early ? findTool(hub, token) : authenticate(hub, token, seen))
  if (document?.name !== `${name}Request`) throw new TradingError(5)
  const call = calls[name]
  if (!call) throw new TradingError(2, `The API call "${name}" is not supported.`)
  if (!key.scopes.includes(call.scope)) throw new TradingError(1100, `The token lacks ${call.scope}.`)
  return call.answer({ hub, seller, request: document, ...ownRows(hub, seller.id) })
}

function refusalOf(error: unknown): TradingError {
  if (error instanceof TradingError) return error
  if (error instanceof SellError && error.id === 1001) return new TradingError(21916984)
  if (error instanceof ApiProblem)
    return new TradingError(error.code === 'rate-limited' ? 518 : 5, error.details.detail)
  return new TradingError(10007)
}
