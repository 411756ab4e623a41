import type { StatusTone } from '#shui/status/status.tsx'
import type { FieldErrors } from '#web/form-answer.ts'

/** A state in words. */
export interface StateModel {
  tone: StatusTone
  text: string
}

/** A webhook in the list. */
export interface WebhookModel {
  id: string
  url: string
  href: string
  types: string
  state: StateModel
}

/** What was sent, or is to be. */
export interface DeliveryModel {
  key: string
  type: string
  event: string
  made: string
  state: StateModel
  /** How often, when and how long; null where it was not tried yet. */
  attempts: string | null
  body: string | null
  /** What came back; null where nothing did. */
  answer: { title: string; text: string } | null
  failure: string | null
  canRetry: boolean
}

/** One webhook. */
export interface WebhookDetails {
  id: string
  url: string
  back: string
  made: string
  state: StateModel
  isPaused: boolean
  /** Null is all. */
  types: string[] | null
  /** Until when the former secret signs too, in words. */
  bothUntil: string | null
  deliveries: DeliveryModel[]
  older: string | null
}

/** The page of an owner's webhooks, or of one of them. */
export interface WebhooksModel {
  isOperator: boolean
  /** Whether addresses may be http. */
  hasNetworks: boolean
  webhooks: WebhookModel[]
  details: WebhookDetails | null
  done: string | null
}

/** What a form of the page is answered where it does not lead on. */
export interface WebhooksAnswer {
  errors: FieldErrors<'url' | 'types'>
  values: { url?: string; all?: boolean; types?: string[] }
  /** A new secret; shown once. */
  made: { url: string; secret: string } | null
}
