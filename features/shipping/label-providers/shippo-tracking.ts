import { z } from 'zod'
import type { TrackingKind } from '#features/shipping/fulfilment/parcel-states.ts'
import type { LabelEvent } from './label-provider.ts'
import { isSameText, isSignedBody } from '#lib/webhook-signature.ts'
import { minute } from '#lib/duration.ts'

/** What is read of a status, as Shippo's client returns it. */
interface Status {
  status: string
  statusDetails: string
  statusDate?: Date | undefined
  substatus?: { actionRequired: boolean } | null | undefined
}

const kinds: Readonly<Record<string, TrackingKind>> = {
  TRANSIT: 'SCANNED',
  DELIVERED: 'DELIVERED',
  RETURNED: 'RETURNED_TO_SENDER',
  FAILURE: 'EXCEPTION',
}

/** Events of a parcel, oldest first. One on the way that somebody must act on is an exception. */
export const shippoEvents = (history: readonly Status[], label: LabelEvent['label']): LabelEvent[] =>
  history
    .flatMap(({ status, statusDetails, statusDate, substatus }) => {
      const kind = status === 'TRANSIT' && substatus?.actionRequired ? 'EXCEPTION' : kinds[status]
      return kind && statusDate ? [{ label, kind, at: statusDate, text: statusDetails }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())

const status = z
  .object({
    status: z.string(),
    status_details: z.string(),
    status_date: z.iso.datetime({ offset: true }).nullish(),
    substatus: z.object({ action_required: z.boolean() }).nullish(),
  })
  .transform(({ status_details, status_date, substatus, ...rest }): Status => ({
    ...rest,
    statusDetails: status_details,
    statusDate: status_date ? new Date(status_date) : undefined,
    substatus: substatus && { actionRequired: substatus.action_required },
  }))

const trackUpdated = z.object({
  event: z.literal('track_updated'),
  data: z.object({
    tracking_number: z.string(),
    transaction: z.string().nullish(),
    tracking_status: status.nullish(),
    tracking_history: z.array(status).default([]),
  }),
})

export function webhookEvents(body: string): LabelEvent[] {
  const { data } = trackUpdated.safeParse(JSON.parse(body))
  if (!data) return []
  const { transaction, tracking_number: trackingNumber, tracking_history, tracking_status } = data.data
  const history = tracking_history.length > 0 || !tracking_status ? tracking_history : [tracking_status]
  return shippoEvents(history, transaction ? { id: transaction } : { trackingNumber })
}

const tolerance = 5 * minute

/**
 * Shippo signs webhooks with a secret for accounts that asked for it; for others it repeats the address, whose parameter
 * `token` is the secret (https://docs.goshippo.com/docs/tracking/webhooksecurity).
 */
export function isShippos(
  { url, headers, body }: { url: URL; headers: Headers; body: string },
  secret: string,
): boolean {
  const signature = headers.get('shippo-auth-signature')
  if (signature === null) return isSameText(url.searchParams.get('token') ?? '', secret)
  const [, at = '', given = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(signature.replaceAll(' ', '')) ?? []
  return Math.abs(Date.now() - Number(at) * 1_000) < tolerance && isSignedBody(secret, given, `${at}.${body}`)
}
