import type { StatusTone } from '#shui/status/status.tsx'
import type { FieldErrors } from '#web/form-answer.ts'

export interface StateModel {
  tone: StatusTone
  text: string
}

export interface WebhookModel {
  id: string
  url: string
  href: string
  types: string
  state: StateModel
}

export interface DeliveryModel {
  key: string
  type: string
  event: string
  made: string
  state: StateModel
  /** Number, time and duration of attempts; null before the first one. */
  attempts: string | null
  body: string | null
  /** The response; null if there was none. */
  answer: { title: string; text: string } | null
  failure: string | null
  canRetry: boolean
}

export interface WebhookDetails {
  id: string
  url: string
  back: string
  made: string
  state: StateModel
  isPaused: boolean
  /** Null: all types. */
  types: string[] | null
  /** Until when the former secret signs, too, as a sentence. */
  bothUntil: string | null
  deliveries: DeliveryModel[]
  older: string | null
}

export interface WebhooksModel {
  isOperator: boolean
  /** Whether URLs may use http. */
  hasNetworks: boolean
  webhooks: WebhookModel[]
  details: WebhookDetails | null
  done: string | null
}

export interface WebhooksAnswer {
  errors: FieldErrors<'url' | 'types'>
  values: { url?: string; all?: boolean; types?: string[] }
  /** A new secret; shown once. */
  made: { url: string; secret: string } | null
}
