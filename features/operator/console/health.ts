import { watched, type Watched, type WatchedCounts } from '#features/core/seller-level/seller-level.ts'

/** Parses a measure of the operator's pages; null if unknown. */
export const findFailure = (text: string | null): Watched | null => watched.find((failure) => failure === text) ?? null

/** The counts of a seller that the operator's list shows. */
export type HealthFigures = Omit<WatchedCounts, 'defectBuyers'>
