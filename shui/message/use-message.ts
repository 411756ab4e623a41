import { useEffect, useState } from 'react'
import { messageId } from '#lib/message-counters.ts'
import { useCookies } from '../use-cookies.ts'
import { useTrack } from '../text/use-track.ts'
import { closeMessage, showMessage } from './page-memory.ts'
import type { ReadMessage } from './read-message.ts'

export interface MessageEvents {
  /** Once per page load, when first shown. */
  onShown?: (id: string) => void
  onClosed?: (id: string) => void
  /** Receives the name of each `OPERATION`, including closing ones. */
  onAction?: (name: string, id: string | null) => void
}

/** `waiting` on the server and until load. */
export type MessageState = 'waiting' | 'shown' | 'hidden'

/** Shows a message after load unless used up, and closes it; both are counted in cookies. */
export function useMessage({ config }: ReadMessage, events: MessageEvents): [MessageState, () => void] {
  const cookies = useCookies()
  const [state, setState] = useState<MessageState>('waiting')
  const id = messageId(config)
  const { onShown, onClosed } = events
  useEffect(() => {
    if (state !== 'waiting') return
    const decided = showMessage(config, cookies)
    if (decided === 'first' && id !== null) onShown?.(id)
    // oxlint-disable-next-line react/set-state-in-effect -- the cookies are readable only after load, by contract
    setState(decided === 'hidden' ? 'hidden' : 'shown')
  }, [state, config, cookies, id, onShown])
  const close = () => {
    if (state !== 'shown') return
    closeMessage(config, cookies)
    if (id !== null) onClosed?.(id)
    setState('hidden')
  }
  return [state, close]
}

/** Reports the name of an `OPERATION` with the message's id, if the page asks for it. */
export function actOn({ config }: ReadMessage, { onAction }: MessageEvents): ((name: string) => void) | undefined {
  return onAction && ((name) => onAction(name, messageId(config)))
}

/** Handles the X: tracks, closes, and reports it like any action. */
export function useCross(message: ReadMessage, events: MessageEvents, close: () => void): () => void {
  const track = useTrack()
  return () => {
    track(message.cross?.action)
    close()
    if (message.cross) actOn(message, events)?.('cross')
  }
}
