/** What an uploaded file can be about. */
export const uploadKinds = ['listings', 'tracking', 'orders', 'costs', 'report', 'count'] as const
export type UploadKind = (typeof uploadKinds)[number]
