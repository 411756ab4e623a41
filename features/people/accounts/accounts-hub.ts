import type { Hub } from '#web/hub.ts'

/** The parts of the hub that accounts use; tests provide fewer. */
export type AccountsHub = Pick<Hub, 'db' | 'auth' | 'secret' | 'now' | 'log' | 'mailer'> & {
  config: Pick<Hub['config'], 'publicUrl' | 'brand'>
}
