import type { IncomingMessage, ServerResponse } from 'node:http'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** Answers requests, and calls `look` after each that may have changed something. */
export const lookAfterChanges =
  (answer: Answering, look: () => void): Answering =>
  (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') response.once('close', look)
    answer(request, response)
  }
