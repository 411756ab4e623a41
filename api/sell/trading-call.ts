import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { Tool } from './tool.ts'
import type { XmlElement } from './xml.ts'

export interface TradingCall extends OwnRows {
  hub: Hub
  seller: Tool['seller']
  request: XmlElement
}
