import { HubRefusal } from '../hub-client.ts'

/** Reports something to the hub that it may know already, or that is not possible any more. */
export async function report(send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof HubRefusal && (error.problem.status === 404 || error.problem.status === 409))) throw error
  }
}
