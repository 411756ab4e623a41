import { useEffect, useMemo } from 'react'
import { paths } from '#web/paths.ts'
import { useShui } from '#shui/context.tsx'
import { Messages } from '#shui/message/messages.tsx'
import { mayShow, renewMessage } from '#shui/message/page-memory.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { mostAtOnce } from './message.ts'
import { gatherMessageEvents } from './message-events.ts'
import type { PageMessagesModel } from './page-messages.server.ts'

/**
 * What the marketplace says on a page. Its place is kept from the first HTML on, so that nothing moves; where it comes
 * `late` only dialogs are shown, and what would push the page down waits for the next one.
 */
export function PageMessages({ model, late = false }: { model: PageMessagesModel; late?: boolean }) {
  const report = useReport()
  const { cookies } = useShui()
  const { models, renewed } = model
  useEffect(() => renewed.forEach((config) => renewMessage(config, cookies)), [renewed, cookies])
  const shown = useMemo(
    () =>
      models.filter((one) => mayShow(one.config, cookies) && (!late || readMessage(one)?.modal)).slice(0, mostAtOnce),
    [late, models, cookies],
  )
  return <Messages reserve models={shown} {...report} />
}

/**
 * Tells the server what was shown and closed, which the cookies say to this browser only. What happens at one moment goes
 * as one request; nothing waits for it, and without it the cookies still hold.
 */
function useReport() {
  const { fetch, token } = useShui()
  return useMemo(
    () =>
      gatherMessageEvents((events) => {
        const body = new URLSearchParams([['srt', token ?? ''], ...events])
        fetch(paths.messageEvents, { method: 'POST', body, keepalive: true }).catch(() => {})
      }),
    [fetch, token],
  )
}
