import { useEffect, useMemo } from 'react'
import { paths } from '#web/paths.ts'
import { useShui } from '#shui/context.tsx'
import { Messages } from '#shui/message/messages.tsx'
import { useCookies } from '#shui/use-cookies.ts'
import { mayShow, renewMessage } from '#shui/message/page-memory.ts'
import { readMessage } from '#shui/message/read-message.ts'
import { maxShownMessages } from './message.ts'
import { gatherMessageEvents } from './message-events.ts'
import type { PageMessagesModel } from './page-messages.server.ts'

/**
 * The marketplace's messages. Space is reserved from the first HTML, so that nothing moves. If they arrive `late`, only
 * dialogs are shown; others wait for the next page.
 */
export function PageMessages({ model, late = false }: { model: PageMessagesModel; late?: boolean }) {
  const report = useReport()
  const cookies = useCookies()
  const { models, renewed } = model
  useEffect(() => renewed.forEach((config) => renewMessage(config, cookies)), [renewed, cookies])
  const shown = useMemo(
    () =>
      models
        .filter((one) => mayShow(one.config, cookies) && (!late || readMessage(one)?.modal))
        .slice(0, maxShownMessages),
    [late, models, cookies],
  )
  return <Messages reserve models={shown} {...report} />
}

/**
 * Reports shown and closed messages to the server, since cookies cover only this browser. Sent in one request in the
 * background; without it the cookies still apply.
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
