import type { HubClient } from '../hub-client.ts'
import type { RenderPage } from '../pages/render.tsx'
import type { InStep } from '../sync/in-step.ts'
import type { Syncing } from '../sync/take-event.ts'

/** What the market's pages work with. */
export interface Market extends Syncing {
  hub: HubClient
  inStep: InStep
  /** Whether all that is on offer was read once. */
  isReady: () => boolean
  /** Where browsers reach the market, without a slash at its end. */
  publicUrl: string
  /** Where browsers reach the hub, whose product summary is framed. */
  hubPublicUrl: string
  render: RenderPage
  files: { style: MarketFile; script: MarketFile }
  say: (line: string) => void
}

/** A file of the market's own. */
export interface MarketFile {
  /** With what tells versions apart. */
  href: string
  type: string
  text: string
}
