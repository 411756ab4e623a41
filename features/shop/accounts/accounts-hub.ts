import type { Hub } from '#web/hub.ts'

/** What accounts need of the hub; tests make one of less. */
export type AccountsHub = Pick<Hub, 'db' | 'auth' | 'secret' | 'now' | 'log' | 'mailer'> & {
  config: Pick<Hub['config'], 'publicUrl' | 'brand'>
}
