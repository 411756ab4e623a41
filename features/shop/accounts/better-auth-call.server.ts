import { isAPIError } from 'better-auth/api'
import { clientAddressHeader } from './auth.server.ts'

/** The client of a request, as accounts need it. */
export interface Client {
  request: Request
  /** The asking machine's address. */
  clientIp: string
}

/** What better-auth is told of a request: its cookies, what browser it is, and the address that the server saw. */
export function authHeaders({ request, clientIp }: Client): Headers {
  return new Headers({
    cookie: request.headers.get('cookie') ?? '',
    'user-agent': (request.headers.get('user-agent') ?? '').slice(0, 400),
    [clientAddressHeader]: clientIp,
  })
}

/** The cookies alone of what better-auth answered, for our own answer. */
export function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers()
  for (const cookie of headers.getSetCookie()) cookies.append('Set-Cookie', cookie)
  return cookies
}

/** The code of better-auth's refusal, as in its `$ERROR_CODES`; throws on whatever is no refusal. */
export function refusalCode(error: unknown): string {
  if (!isAPIError(error) || error.statusCode >= 500) throw error
  return error.body?.code ?? error.status.toString()
}
