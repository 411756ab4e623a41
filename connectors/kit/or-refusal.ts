import { HubRefusal } from './hub-client.ts'

/** Whether the key may not do it, which is no fault of the thing. */
export const isOfKey = ({ status }: { status: number }): boolean => status === 401 || status === 403

export const orRefusal = <T>(asked: Promise<T>): Promise<T | HubRefusal> =>
  asked.catch((error: unknown) => {
    if (error instanceof HubRefusal && !isOfKey(error.problem)) return error
    throw error
  })

/** Null if the hub does not have it. */
export const orNone = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof HubRefusal && error.problem.status === 404) return null
    throw error
  })
