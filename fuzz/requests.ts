import fc from 'fast-check'
import { paths } from '#web/paths.ts'
import type { SeenForm } from './forms.ts'
import type { Vocabulary } from './vocabulary.ts'

type Pair = [name: string, value: string]

/** A generated request before it is signed and sent. */
export interface MadeRequest {
  method: string
  path: string
  query: Pair[]
  /** Index of the session; beyond the last: signed out. */
  session: number
  token: 'good' | 'forged' | 'none'
  body: {
    kind: 'none' | 'urlencoded' | 'multipart' | 'json' | 'bytes'
    fields: Pair[]
    /** Fields that are files. */ files?: string[]
  }
  headers: Record<string, string>
}

/** Mostly valid methods; the hub rejects others first. */
const methods = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'HEAD') },
  { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND') },
)

/** Boundary values of numbers, dates and texts. */
const edges = [
  ...'0 -0 -1 1.5 2147483647 2147483648 9007199254740993 9223372036854775808 1e309 999999999999 10000000 10000001'.split(
    ' ',
  ),
  ...'NaN null true [] {} 0x10 ٣ 1,000.00 1.000,00 % %00 \' " \\ -- ../../etc/passwd <b> a,b,,c * __proto__'.split(' '),
  ...'0000-00-00 2026-02-30 9999-12-31 1000-01-01 2026-11-22T25:61 24:00 Mars/Olympus //evil.example'.split(' '),
  '',
  ' ',
  '\0',
  '\u0000x',
  '\ud800',
  '\u202e',
  '😀',
  'javascript:alert(1)',
  'x'.repeat(5_000),
  ','.repeat(3_000),
  'é'.repeat(300),
]

const mangled = [
  (path: string) => path,
  (path: string) => path,
  (path: string) => path,
  (path: string) => path,
  (path: string) => `${path}/`,
  (path: string) => `/${path}`,
  (path: string) => `${path}%2e%2e/`,
  (path: string) => `${path}%`,
  (path: string) => `${path}%c3%28`,
  (path: string) => `${path}%00`,
  (path: string) => path.toUpperCase(),
  (path: string) => `${path};a=b`,
]

const oddHeaders: Record<string, readonly string[]> = {
  accept: ['', '*/*', 'application/json', 'text/html;q=NaN', 'x'.repeat(2_000)],
  'accept-language': ['', 'de', 'xx-YY;q=2', '*', 'en;q=0,de;q=', 'a-'.repeat(500)],
  'accept-encoding': ['', 'br', 'gzip;q=0', 'identity;q=0, *;q=0', 'zstd, x'],
  'content-encoding': ['gzip', 'br'],
  'content-type': [
    '',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'a/b; c',
    'application/json',
  ],
  cookie: ['hub-zone=Nowhere', 'hub-visitor=%', '=;;=', 'a'.repeat(3_000), 'hub-messages=%7B%22'],
  origin: ['null', 'https://evil.example', 'not an origin', ''],
  'sec-fetch-dest': ['iframe', 'empty', 'document'],
  'sec-fetch-site': ['cross-site', 'same-origin'],
  range: ['bytes=0-0', 'bytes=9-1', 'bytes=-'],
  'if-none-match': ['*', '"x"'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'user-agent': ['', 'Googlebot', '\u00ff'.repeat(600)],
  'x-forwarded-for': ['::1', 'x, y', '1'.repeat(500)],
  'x-srt': ['', 'forged'],
  'sec-gpc': ['1'],
  expect: ['100-continue'],
  'x-page-data': ['*', 'root,toString'],
  'x-page-routes': ['1'],
}

/** Beginnings of valid and invalid files. */
const files = [
  '',
  'Order number,Carrier,Tracking number\n12-34567-89012,DHL,00340434161094021501\n',
  'Order number;Tracking number\n"12-34567-89012;x\n\0;\u0001\n',
  'a,b,c\n1,2,3\n',
  `PK\u0003\u0004${'\0\u0001x'.repeat(500)}`,
  '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR',
  'GIF89a\u0001\0\u0001\0',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
  '\ufeff"',
  ','.repeat(9_000),
]

/** Forms that would end the run's sessions; sent without token. */
const endsSessions = [paths.signOut, paths.security, paths.switchSeller]

/** Hostile submissions of real forms: mostly offered values, some odd, missing or repeated. */
function filledForms(forms: Vocabulary['forms'], odd: fc.Arbitrary<string>): fc.Arbitrary<MadeRequest> {
  const fieldOf = ({ name, values }: SeenForm['fields'][number]): fc.Arbitrary<Pair[]> => {
    const own = values.includes(null)
      ? fc.constantFrom(...files)
      : fc.constantFrom(...values.map((value) => value ?? ''))
    const one = (value: fc.Arbitrary<string>) => value.map((given): Pair[] => [[name, given]])
    return fc.oneof(
      { weight: 12, arbitrary: one(own) },
      { weight: 3, arbitrary: one(odd) },
      { weight: 1, arbitrary: fc.constant<Pair[]>([]) },
      { weight: 1, arbitrary: fc.tuple(one(own), one(odd)).map((both) => both.flat()) },
    )
  }
  // Search forms are on every page, forms that change data are not.
  const [asking, changing] = [
    forms.filter(({ method }) => method === 'GET'),
    forms.filter(({ method }) => method === 'POST'),
  ]
  const form = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...asking) },
    { weight: 4, arbitrary: fc.constantFrom(...changing) },
  )
  return form.chain(({ path, method, kind, fields, session: own }) =>
    fc
      .record({
        filled: fc.tuple(...fields.map(fieldOf)),
        session: fc.oneof({ weight: 4, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: fc.nat(4) }),
      })
      .map(({ filled, session }): MadeRequest => {
        const given = filled.flat()
        const isSafe = !endsSessions.some((end) => path.startsWith(end))
        return {
          method,
          path,
          query: method === 'GET' ? given : [],
          session,
          token: isSafe ? 'good' : 'forged',
          body: {
            kind: method === 'GET' ? 'none' : kind,
            fields: given,
            files: fields.filter(({ values }) => values.includes(null)).map(({ name }) => name),
          },
          headers: {},
        }
      }),
  )
}

/** Generates requests from the hub's vocabulary and random values. */
export function requests({ paths: known, names, values, forms }: Vocabulary): fc.Arbitrary<MadeRequest> {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values) },
    { weight: 3, arbitrary: fc.constantFrom(...edges) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  )
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...edges), fc.string({ maxLength: 12 })) },
  )
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 })
  const path = fc
    .tuple(fc.constantFrom(...known), fc.constantFrom(...mangled))
    .map(([address, mangle]) => mangle(address))
  const headers = fc
    .array(
      fc
        .constantFrom(...Object.entries(oddHeaders))
        .chain(([key, given]) => fc.tuple(fc.constant(key), fc.constantFrom(...given))),
      { maxLength: 2 },
    )
    .map((given) => Object.fromEntries(given))
  const anything = fc
    .record({
      method: methods,
      path,
      query: pairs,
      session: fc.nat(4),
      token: fc.constantFrom('good', 'good', 'good', 'forged', 'none'),
      body: fc.record({ kind: fc.constantFrom('urlencoded', 'multipart', 'json', 'bytes', 'none'), fields: pairs }),
      headers,
    })
    .map((request): MadeRequest =>
      request.path.toLowerCase().includes(paths.signOut) ? { ...request, token: 'forged' } : request,
    )
  return fc.oneof(anything, filledForms(forms, value))
}
