import { ShopRefusal } from '../kit/index.ts'

export interface AdminApi {
  /** Reads; any failure means that Vendure is unavailable. */
  read: <T>(query: string, variables?: object) => Promise<T>
  /** Writes; throws ShopRefusal with Vendure's reason. Returns the mutation's result. */
  change: <T>(mutation: string, variables: object) => Promise<T>
}

interface Options {
  /** The address of the Admin API, such as `https://shop.example/admin-api`. */
  url: string
  username: string
  password: string
}

interface Answer {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: { code?: string } }[]
}

/** The administrator lacks permission, which does not concern the order. */
const isForbidden = ({ errors }: Answer) => errors?.[0]?.extensions?.code === 'FORBIDDEN'

/** Signs in on first use, and again after the session has expired. */
export function createAdminApi({ url, username, password }: Options): AdminApi {
  let token: string | null = null

  async function post(query: string, variables: object): Promise<{ answer: Answer; token: string | null }> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await response.json().catch(() => null)) as Answer | null
    if (!answer) throw new Error(`Vendure answered ${response.status}.`)
    return { answer, token: response.headers.get('vendure-auth-token') }
  }

  async function signIn(): Promise<void> {
    token = null
    const mutation = `mutation ($username: String!, $password: String!) {
      login(username: $username, password: $password) { __typename ... on ErrorResult { message } }
    }`
    const signedIn = await post(mutation, { username, password })
    token = signedIn.token
    if (!token) throw new Error('Vendure refuses the user or the password, or its `tokenMethod` has no `bearer`.')
  }

  async function ask(query: string, variables: object): Promise<Answer> {
    if (!token) await signIn()
    const { answer } = await post(query, variables)
    if (!isForbidden(answer)) return answer
    await signIn()
    return (await post(query, variables)).answer
  }

  const failureOf = ({ errors }: Answer) => new Error(`Vendure: ${errors?.[0]?.message ?? 'It answered nothing.'}`)
  return {
    async read<T>(query: string, variables = {}) {
      const answer = await ask(query, variables)
      if (answer.errors || !answer.data) throw failureOf(answer)
      // As the query asks for it.
      return answer.data as T
    },
    async change<T>(mutation: string, variables: object) {
      const answer = await ask(mutation, variables)
      const [error] = answer.errors ?? []
      if (error && !isForbidden(answer)) throw new ShopRefusal(error.message)
      if (error || !answer.data) throw failureOf(answer)
      const [result] = Object.values(answer.data)
      const { errorCode, message } = (result ?? {}) as { errorCode?: string; message?: string }
      if (errorCode) throw new ShopRefusal(message ?? errorCode)
      return result as T
    },
  }
}
