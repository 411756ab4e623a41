/** Bytes of a posted form at most. */
export const longestForm = 100_000
/** Of a listing's form: a long description, and a hundred variations. */
export const longestListingForm = 1_000_000
/** Of one with pictures: some of a phone, for whoever sends them without script. */
export const longestPictureForm = 64_000_000
/** Bytes of a posted JSON body at most. */
const longestJson = 10_000

/** Bytes read and thrown away of a body that is too long: who is still sending would not hear the answer. */
const longestRest = 4_000_000

/** Fields of a form at most that is no multipart: the time it takes to read them grows by the square of their number. */
const mostFields = 5_000

/** Reads the form of a request, and no more of it than `longest` bytes. Null where it is too long. Throws where it is no form. */
export async function readFormBody(request: Request, longest: number): Promise<FormData | null> {
  const type = request.headers.get('content-type') ?? ''
  const body = await readBytes(request, longest)
  if (!body) return null
  if (body.length === 0) return new FormData()
  if (!type.startsWith('multipart/') && fieldsOf(body) > mostFields) return null
  return withoutNul(await new Response(body, { headers: { 'content-type': type } }).formData())
}

/** PostgreSQL keeps no text with the character NUL, which nobody types. Files stay as they are. */
function withoutNul(form: FormData): FormData {
  const clean = new FormData()
  for (const [name, value] of form) {
    const key = name.replaceAll('\0', '')
    if (typeof value === 'string') clean.append(key, value.replaceAll('\0', ''))
    else clean.append(key, value)
  }
  return clean
}

/** Reads a JSON body. Null where it is too long. Throws where it is no JSON. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const body = await readBytes(request, longestJson)
  return body && JSON.parse(new TextDecoder().decode(body))
}

/** The body, or null where it is longer than that. */
async function readBytes(request: Request, longest: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.length
    if (bytes > longest + longestRest) return null
    if (bytes <= longest) parts.push(part)
  }
  return bytes > longest ? null : new Uint8Array(Buffer.concat(parts))
}

function fieldsOf(body: Uint8Array): number {
  let fields = 1
  for (const byte of body) if (byte === 0x26) fields += 1
  return fields
}
