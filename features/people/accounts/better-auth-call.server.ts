import { isAPIError } from 'better-auth/api'
import { clientAddressHeader } from './auth.server.ts'

export interface Client {
  request: Request
  clientIp: string
}

/** Request headers for better-auth: cookies, user agent, and the client address seen by the server. */
export function authHeaders({ request, clientIp }: Client): Headers {
  return new Headers({
    cookie: request.headers.get('cookie') ?? '',
    'user-agent': (request.headers.get('user-agent') ?? '').slice(0, 400),
    [clientAddressHeader]: clientIp,
  })
}

/** The cookies of a better-auth response, to be added to ours. */
export function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers()
  for (const cookie of headers.getSetCookie()) cookies.append('Set-Cookie', cookie)
  return cookies
}

/** The error code of a better-auth refusal (`$ERROR_CODES`); rethrows any other error. */
export function refusalCode(error: unknown): string {
  if (!isAPIError(error) || error.statusCode >= 500) throw error
  return error.body?.code ?? error.status.toString()
}
