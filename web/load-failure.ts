/** The error of the latest page that the router could not load; set by `app/entry.client.tsx`, in the browser only. */
export const loadFailure: { error?: unknown } = {}
