import type { MouseEvent } from 'react'
import { useShui } from '../context.tsx'
import type { TextAction } from './text-model.ts'

export function useTrack(): (action: TextAction | null | undefined) => void {
  const { onTracking } = useShui()
  return (action) => {
    if (action?.tracking !== undefined) onTracking(action.tracking)
  }
}

type Track = ReturnType<typeof useTrack>

/** Reports a link that the middle button opens, which is no click. */
export function middleButton(track: Track, action: TextAction | null | undefined) {
  return action?.tracking === undefined ? undefined : ({ button }: MouseEvent) => void (button === 1 && track(action))
}
