import { deviceName } from '#features/people/accounts/device-name.ts'
import type { SessionRow } from '#features/people/accounts/sessions-db.server.ts'
import type { Texts } from '#texts/texts.ts'

export type SessionModel = ReturnType<typeof sessionModels>[number]

export function sessionModels(rows: readonly SessionRow[], { currentId, texts }: { currentId: string; texts: Texts }) {
  return rows.map((row) => {
    const { browser, system } = deviceName(row.user_agent)
    const device = browser && system ? texts.t('settings.sessions.device', { browser, system }) : (browser ?? system)
    return {
      id: row.id,
      // "Firefox on Windows".
      device: device ?? texts.t('settings.sessions.unknown'),
      // "Last seen 20 Nov, 09:12 from 203.0.113.9, signed in 18 Nov 2026".
      seen: texts.t('settings.sessions.seen', {
        seen: texts.moment(row.updated_at, 'dateTime'),
        address: row.ip_address || 'none',
        since: texts.moment(row.created_at, 'date'),
      }),
      // The session of this request.
      current: row.id === currentId,
    }
  })
}
