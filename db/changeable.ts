/** Kinds of change notified per seller: the trigger arguments in `db/functions/live.sql`. */
export const changeable = ['orders', 'listings', 'talk', 'feedback', 'money'] as const
export type Changeable = (typeof changeable)[number]
