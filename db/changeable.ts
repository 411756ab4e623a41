/** What of a seller can be told to have changed: the arguments of the triggers in `db/functions/live.sql`. */
export const changeable = ['orders', 'listings', 'talk', 'feedback'] as const
export type Changeable = (typeof changeable)[number]
