import type { OrderBody } from './source.ts'

/** Refusals of orders of what is not on sale in the hub. */
const ofListings = ['no-such-listing', 'no-such-variation', 'not-on-offer']

/** Whether a listing is what the hub lacks. */
export const isOfListing = (code: string | null): boolean => ofListings.includes(code ?? '')

/** Longest title of a line. */
const longest = 200

/** The title of a line, as the hub takes it; the hub names one without. */
export const titleOf = ({ title }: OrderBody['lines'][number]): string | undefined =>
  title?.trim().slice(0, longest).toWellFormed() || undefined
