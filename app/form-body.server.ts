/** Bytes of a posted form at most: some pictures of a phone, for whoever sends them without script. */
export const longestForm = 64_000_000

/** Reads the form of a request, and no more of it than it may have. Null where it is too long. Throws where it is no form. */
export async function readFormBody(request: Request): Promise<FormData | null> {
  if (Number(request.headers.get('content-length') ?? 0) > longestForm) return null
  if (!request.body) return new FormData()
  let bytes = 0
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.length
        if (bytes > longestForm) controller.error(new RangeError('the form is too long'))
        else controller.enqueue(part)
      },
    }),
  )
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return new Response(counted, { headers }).formData().catch((error: unknown) => {
    if (bytes > longestForm) return null
    throw error
  })
}
