import { showToast } from '#shui/toast/toast.ts'
import type { Texts } from '#texts/texts.ts'

/** Shows that nothing was sent, because the browser is offline or no response came. */
export function showUnsentToast(t: Texts['t']): void {
  const why = navigator.onLine ? 'lost' : 'offline'
  showToast({ text: t(`error.${why}.title`), note: t(`error.${why}.body`), tone: 'bad' })
}
