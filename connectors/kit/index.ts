// First, so that an older Node is refused before anything else runs.
import './node-version.ts'
export { createHubClient, HubAway, HubRefusal } from './hub-client.ts'
export type { Asking, HubClient, LineAnswer, ListingAnswer, OperationName } from './hub-client.ts'
export type { Operations } from './hub-api.ts'
export { foldAxes } from './axes.ts'
export { openOutbox } from './outbox-sqlite.ts'
export { openSharedOutbox } from './outbox-postgres.ts'
export type { Outbox } from './outbox.ts'
export type { Connected } from './connected.ts'
export { createMatcher } from './match-listings.ts'
export type { Match, MatchedBy } from './match-listings.ts'
export type { StockOwner } from './decide.ts'
export { amountOf, minorOf, totalOf } from './order-total.ts'
export { mapped, mapThing } from './mapping.ts'
export { Unmapped } from './source.ts'
export { planRound } from './plan.ts'
export type { PlannedRow } from './planned-row.ts'
export { receiveWebhooks } from './receive-webhooks.ts'
export { runRound } from './round.ts'
export type { RoundReport } from './round.ts'
export { runCommand } from './run-command.ts'
export { required, SettingError } from './settings.ts'
export { kitVersion } from './version.ts'
export type { Environment } from './settings.ts'
export { ByHand, ShopRefusal } from './source.ts'
export type {
  Amount,
  Cancellation,
  HubOffer,
  HubQuestion,
  LineUnits,
  ListingBody,
  Named,
  OfferBody,
  OfferStep,
  OrderBody,
  QuestionBody,
  ReceivedWebhook,
  Refund,
  Sale,
  SalePrice,
  Shipment,
  ShopListing,
  ShopOffer,
  ShopOrder,
  ShopQuestion,
  ShopRefund,
  ShopShipment,
  Source,
  SourceOffers,
  SourceQuestions,
  StockLevel,
  TakenParcel,
  Why,
} from './source.ts'
export { startConnector } from './connector.ts'
export type { Connector, Time } from './connector.ts'
export { isSameText, isSignedBody, isSignedWebhook } from '#lib/webhook-signature.ts'
