import type { HubClient } from '../hub-client.ts'
import type { RenderPage } from '../pages/render.tsx'
import type { MarketSync } from '../sync/market-sync.ts'
import type { Syncing } from '../sync/syncing.ts'

export interface Market extends Syncing {
  hub: HubClient
  inStep: MarketSync
  /** Whether all offers have been read once. */
  isReady: () => boolean
  /** Public URL of the market, without trailing slash. */
  publicUrl: string
  /** Public URL of the hub, whose product summary is framed. */
  hubPublicUrl: string
  render: RenderPage
  files: { style: MarketFile; script: MarketFile }
  say: (line: string) => void
}

export interface MarketFile {
  /** URL with a version hash. */
  href: string
  type: string
  text: string
}
