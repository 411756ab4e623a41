import { watched, type Watched, type WatchedCounts } from '#features/core/seller-level/seller-level.ts'

export const findFailure = (text: string | null): Watched | null => watched.find((failure) => failure === text) ?? null

export type HealthFigures = Omit<WatchedCounts, 'defectBuyers'>
